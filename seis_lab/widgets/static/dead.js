// Dead cards and points: what has died, what a card would kill, and how far everybody is on the way to the target.

/** The dead cards of a seat, face up, after the word for them. */
function drawDead(node, zone, pieces, scene) {
  if (!node.firstChild) node.append(make("small"), make("span", "st-fallen"));
  write(node.firstChild, zone.text);
  drawThings(node.lastChild, zone, pieces, scene);
  node.hidden = !pieces.length;
}

/** A pile of dead cards beside the table: as many as there are, up to ten, and the number. */
function makeHeap(thing) {
  thing.classList.add("st-heap");
  thing.append(make("span", "st-strewn", { "aria-hidden": "true" }), make("b", "", { "aria-hidden": "true" }));
}

function drawHeap(thing, piece) {
  const [strewn, number] = thing.children;
  const cards = Math.min(piece.count, TALLEST);
  while (strewn.childElementCount > cards) strewn.lastChild.remove();
  while (strewn.childElementCount < cards) strewn.append(make("i"));
  write(number, String(piece.count));
  mark(thing, "data-count", piece.count);
}

/** The points of a seat, and a bar that fills up to the target. */
function makePoints(thing) {
  thing.classList.add("st-points-of");
  thing.append(make("b", "", { "aria-hidden": "true" }), make("small", "", { "aria-hidden": "true" }), make("span", "st-meter", { "aria-hidden": "true" }, make("i")));
}

function drawPoints(thing, piece) {
  const [number, target, meter] = thing.children;
  write(number, piece.text);
  write(target, `/ ${piece.of}`);
  meter.firstChild.style.width = `${piece.part}%`;
}

/** Mark the pieces that an action would kill, and no others. */
function markDoomed(root, scene, id) {
  const doomed = new Set(scene?.actions.find((action) => action.id === id)?.kills);
  for (const node of root.querySelectorAll("[data-piece]")) node.classList.toggle("doomed", doomed.has(node.dataset.piece));
}
