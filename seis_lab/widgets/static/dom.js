// The page in small: make an element, change only what changed, keep the elements of things that stay.
// Text from a scene only ever passes through textContent or an attribute, so a player's name cannot become markup.

const SVG = "http://www.w3.org/2000/svg";

/** A new element: tag, classes, attributes and children. */
function make(tag, classes = "", attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A new SVG element: tag, attributes and children. */
function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Give a node this text, unless it has it: an untouched text node keeps selections and spares screen readers. */
function write(node, text) {
  const wanted = text ?? "";
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** Set an attribute, or take it away when the value is null, undefined or false. */
function mark(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** The colour of a seat for everything inside the node; no seat, no colour. */
function colour(node, seat) {
  const known = Number.isInteger(seat) && seat >= 0;
  const wanted = known ? `var(--s${seat % 8})` : "var(--soft)";
  if (node.style.getPropertyValue("--c") !== wanted) node.style.setProperty("--c", wanted);
}

/**
 * Make the children of `parent` be one element per item, in order. An item with a known key keeps its element, and
 * elements that stay are not moved unless they must be: focus, scroll and running animations survive.
 */
function keep(parent, items, key, create, update) {
  const old = parent.kept ?? new Map();
  const now = new Map();
  for (const item of items) {
    const id = key(item);
    now.set(id, old.get(id) ?? create(item));
    old.delete(id);
  }
  for (const node of old.values()) node.remove();
  let place = parent.firstChild;
  for (const item of items) {
    const node = now.get(key(item));
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    update(node, item);
  }
  parent.kept = now;
}
