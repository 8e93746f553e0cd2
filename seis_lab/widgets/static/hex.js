// The board of Six: cells of an endless hexagonal grid, each a button cut to its hexagon. What can be chosen is the scene's;
// which part of the grid is seen, and how large, belongs to the view: by itself it shows everything, until the reader
// drags or zooms it, and then it stays as it was left.

const RISE = Math.sqrt(3); // of a hexagon: its height, where half its width is 1
const SMALLEST = 12, LARGEST = 34, CLOSEST = 72; // pixels of half a width: the whole board by itself, and by the reader's wish
const DRAWN = 26; // the same where nothing is scaled: --u in hex.css
const AXES = { up: [0, -1], down: [0, 1], upright: [1, -1], downright: [1, 0], upleft: [-1, 0], downleft: [-1, 1] };
const HEX_KEYS = {
  ArrowUp: "up", KeyW: "up", Numpad8: "up", ArrowDown: "down", KeyS: "down", Numpad2: "down",
  KeyE: "upright", Numpad9: "upright", KeyD: "downright", Numpad3: "downright",
  KeyQ: "upleft", Numpad7: "upleft", KeyA: "downleft", Numpad1: "downleft",
};
const PANS = { ArrowRight: [-1, 0], ArrowLeft: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SIGNS = [["circle", { r: 27 }], ["rect", { x: -25, y: -25, width: 50, height: 50, rx: 3 }]];

/** Where the middle of a cell is, in half widths. */
function middle({ q, r }) {
  return [1.5 * q, RISE * (r + q / 2)];
}

function hexagon(size) {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (corner * Math.PI) / 3;
    return `${(size * Math.cos(angle)).toFixed(1)},${(size * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
}

/** The sign of a side: a ring for red, a square for black, so that the colours are never needed to tell them apart. */
function signOf(side) {
  const [tag, attributes] = SIGNS[side];
  return draw(tag, { ...attributes, class: "hx-sign" });
}

// Drawing.

/** The board: the window, the plane with the cells in it, and the buttons that zoom. */
function drawHex(node, zone, pieces, scene) {
  if (!node.view) openView(node);
  const { view } = node;
  view.cells = pieces;
  drawRow(view.plane, zone, pieces, scene);
  const labels = [["plus", "zoom_in"], ["minus", "zoom_out"], ["fit", "zoom_fit"]];
  mark(view.tools, "aria-label", word(scene, "zoom"));
  keep(view.tools, labels, ([name]) => name, ([name]) => makeButton(name, { zoom: name }), (button, [, key]) => drawButton(button, { label: word(scene, key) }));
  write(node.children[1], zone.text);
  node.classList.toggle("landing", pieces.some((piece) => piece.state === "free" && piece.action));
  node.classList.toggle("won", pieces.some((piece) => piece.marks.includes("figure")));
  fit(view);
}

function makeCell(button, piece) {
  button.classList.add("hx-cell");
  button.style.setProperty("--q", piece.q);
  button.style.setProperty("--r", piece.r);
  const body = draw("polygon", { points: hexagon(95), class: "hx-body" });
  const rim = draw("polygon", { points: hexagon(82), class: "hx-rim" });
  const ring = draw("polygon", { points: hexagon(87), class: "hx-mark" });
  const text = draw("text", { class: "hx-text", "text-anchor": "middle", "dominant-baseline": "central" });
  const focus = draw("polygon", { points: hexagon(88), class: "hx-focus" });
  const cross = draw("path", { d: "M-34-34 34 34M34-34-34 34", class: "hx-cross" });
  const signs = draw("g", { class: "hx-signs" });
  button.append(draw("svg", { viewBox: "-100 -86.6 200 173.2", "aria-hidden": "true" }, body, rim, signs, text, ring, cross, focus));
}

/** A cell: a tile of a side, a cell that is free, the place a tile was lifted from, or a tile that is captured. */
function drawCell(button, piece) {
  const signs = button.querySelector(".hx-signs");
  const shown = piece.state === "free" ? piece.threats : [piece.side];
  const look = `${piece.state} ${shown.join(" ")}`;
  if (button.look !== look) {
    button.look = look;
    signs.replaceChildren(...shown.map((side) => draw("g", { "data-side": side }, signOf(side))));
    mark(signs, "data-count", shown.length);
  }
  mark(button, "data-state", piece.state);
  mark(button, "data-side", piece.side);
  mark(button, "data-takes", piece.takes.join(" ") || null);
  mark(button, "data-note", piece.text ? "" : null);
  button.classList.toggle("can", Boolean(piece.action)); // the number of the action changes from scene to scene, and styles need not
  for (const name of ["last", "figure", "best"]) button.classList.toggle(name, piece.marks.includes(name));
  write(button.querySelector(".hx-text"), piece.text);
}

/** What a player has: tiles still to place, or those on the table. */
function makeStock(thing) {
  thing.classList.add("hx-stock");
  const tile = draw("svg", { viewBox: "-100 -86.6 200 173.2", "aria-hidden": "true" }, draw("polygon", { points: hexagon(95), class: "hx-body" }));
  thing.append(tile, make("b", "", { "aria-hidden": "true" }));
}

function drawStock(thing, piece) {
  mark(thing, "data-side", piece.side);
  mark(thing, "data-count", piece.count);
  if (thing.firstChild.childElementCount < 2) thing.firstChild.append(signOf(piece.side));
  write(thing.lastChild, `× ${piece.count}`);
}

// The view: `u` pixels are half the width of a cell, and the cell 0,0 lies at (x, y) from the middle of the window.

function openView(node) {
  const plane = make("div", "hx-plane");
  const window = make("div", "hx-view", {}, plane);
  const tools = make("div", "hx-tools", { role: "toolbar", "data-rove": "" });
  node.append(window, make("p", "st-subtext"), tools);
  const view = { node, plane, window, tools, cells: [], width: 0, height: 0, u: 0, x: 0, y: 0, own: false, lies: "" };
  node.view = view;
  node.takesKey = (event) => onHexKey(view, event);
  new ResizeObserver(([{ contentRect }]) => {
    Object.assign(view, { width: contentRect.width, height: contentRect.height }); // to ask for them while drawing costs a layout
    fit(view);
  }).observe(window);
  listenToPointers(view);
  tools.addEventListener("click", (event) => {
    const wish = event.target.closest("button")?.dataset.zoom;
    if (wish === "fit") showAll(view);
    else if (wish) zoom(view, wish === "plus" ? 1.25 : 0.8);
  });
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) plane.addEventListener(kind, (event) => preview(view, event));
  plane.addEventListener("focusin", (event) => bringIn(view, event.target));
}

/** Let the plane lie as the view says. */
function place(view) {
  const lies = `translate(${view.x.toFixed(1)}px, ${view.y.toFixed(1)}px) scale(${(view.u / DRAWN).toFixed(4)})`;
  if (view.lies !== lies) view.plane.style.transform = view.lies = lies;
  view.node.classList.toggle("held", view.own);
}

/** The least and the greatest x and y of the tiles with a cell around them, in half widths: the same whether or not free cells are offered. */
function extent(cells) {
  const tiles = cells.filter((cell) => cell.state !== "free");
  const [xs, ys] = [0, 1].map((axis) => tiles.map((cell) => middle(cell)[axis]));
  return { left: Math.min(...xs) - 2.5, right: Math.max(...xs) + 2.5, top: Math.min(...ys) - 1.5 * RISE, bottom: Math.max(...ys) + 1.5 * RISE };
}

/** Show everything, unless the reader has taken the view in hand. What is seen whole and large enough does not jump. */
function fit(view) {
  const { width, height } = view;
  if (!width || !view.cells.length) return;
  if (view.own) return place(view);
  const box = extent(view.cells);
  const room = Math.min((width - 12) / (box.right - box.left), (height - 12) / (box.bottom - box.top));
  const u = Math.min(Math.max(room, SMALLEST), LARGEST);
  const inside = (low, high, at, size) => low * view.u + at >= -size / 2 && high * view.u + at <= size / 2;
  const whole = inside(box.left, box.right, view.x, width) && inside(box.top, box.bottom, view.y, height);
  if (!(whole && view.u <= u && view.u > 0.85 * u)) {
    const last = view.cells.find((cell) => cell.marks.includes("last"));
    const [x, y] = room < SMALLEST && last ? middle(last) : [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    Object.assign(view, { u, x: -x * u, y: -y * u });
  }
  place(view);
}

function showAll(view) {
  Object.assign(view, { own: false, u: 0 });
  fit(view);
}

function pan(view, dx, dy) {
  Object.assign(view, { own: true, x: view.x + dx, y: view.y + dy });
  place(view);
}

/** Larger or smaller, around a point of the window measured from its middle. */
function zoom(view, factor, [x, y] = [0, 0]) {
  const u = Math.min(Math.max(view.u * factor, SMALLEST / 2), CLOSEST);
  const by = u / view.u;
  Object.assign(view, { own: true, u, x: x - (x - view.x) * by, y: y - (y - view.y) * by });
  place(view);
}

/** A cell that gets the focus comes into the window. */
function bringIn(view, button) {
  const cell = view.cells.find((piece) => piece.id === button.dataset?.piece);
  if (!cell || !view.u) return;
  const [x, y] = middle(cell);
  const { width, height } = view;
  const over = (at, reach, size) => Math.sign(at) * Math.max(0, Math.abs(at) + reach + 4 - size / 2);
  const dx = over(x * view.u + view.x, view.u, width), dy = over(y * view.u + view.y, (view.u * RISE) / 2, height);
  if (dx || dy) pan(view, -dx, -dy);
}

/** Which tiles a lift or a survivor would capture is seen before it is chosen. */
function preview(view, event) {
  const over = ["pointerover", "focusin"].includes(event.type) ? event.target.closest?.(".hx-cell") : null;
  const takes = new Set(over?.dataset.takes?.split(" "));
  for (const cell of view.plane.children) cell.classList.toggle("taken", takes.has(cell.dataset.piece));
}

// Fingers and mouse: drag to move, pinch or a wheel with Ctrl to zoom. A drag is not a click.

function listenToPointers(view) {
  const { window } = view;
  const down = new Map();
  let dragged = false;
  const from = ({ clientX, clientY }) => {
    const box = window.getBoundingClientRect();
    return [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
  };
  window.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    if (!down.size) dragged = false;
    down.set(event.pointerId, from(event));
  });
  window.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = from(event);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (!dragged && Math.hypot(dx, dy) < 7) return;
    dragged = true;
    window.setPointerCapture(event.pointerId);
    window.classList.add("dragged");
    const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (other) zoom(view, distance(now, other) / Math.max(distance(before, other), 1), other);
    else pan(view, dx, dy);
    down.set(event.pointerId, now);
  });
  const up = (event) => {
    down.delete(event.pointerId);
    if (!down.size) window.classList.remove("dragged");
  };
  for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, up);
  window.addEventListener("click", (event) => {
    if (!dragged || !event.detail) return; // a key that clicks has no detail
    dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
  window.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(view, Math.exp(-Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 60) / 300), from(event));
  }, { passive: false });
}

function distance([a, b], [c, d]) {
  return Math.hypot(a - c, b - d);
}

// Keys: arrows, and a key for each of the six directions; with Shift the arrows move the view; + - 0 zoom.

function onHexKey(view, event) {
  if (!event.target.closest(".hx-cell")) return false;
  if (event.shiftKey && PANS[event.key]) return pan(view, ...PANS[event.key].map((step) => 60 * step)), true;
  if (event.key === "+" || event.key === "-") return zoom(view, event.key === "+" ? 1.25 : 0.8), true;
  if (event.key === "0") return showAll(view), true;
  const at = view.cells.find((cell) => cell.id === event.target.dataset.piece);
  const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!at || !(sideways || HEX_KEYS[event.code])) return false;
  const [q, r] = sideways ? [sideways, -sideways / 2] : AXES[HEX_KEYS[event.code]];
  const goal = nearest(view.cells, at, middle({ q, r }), sideways ? 1 : 0.6);
  if (goal) pieceOf(view.plane, goal.id).focus();
  return true;
}

/** The nearest cell in a direction, not further off the line than `spread` times as far as it is away. */
function nearest(cells, at, [dx, dy], spread) {
  const [x, y] = middle(at);
  const size = Math.hypot(dx, dy);
  let best = null;
  for (const cell of cells) {
    const [cx, cy] = middle(cell);
    const along = ((cx - x) * dx + (cy - y) * dy) / size;
    const off = Math.abs((cx - x) * dy - (cy - y) * dx) / size;
    if (along < 0.1 || off > spread * along + 0.01) continue;
    const cost = along + 0.8 * off + (cy > y === (at.q % 2 === 0) ? 0 : 0.01); // sideways: down, then up again, so that one stays in line
    if (!best || cost < best.cost) best = { cell, cost };
  }
  return best?.cell;
}

// Motion: a tile comes to its cell, goes from one to another, or leaves the game.

function popTile(root, event, delay) {
  const frames = [{ transform: "scale(1.6)", opacity: 0, zIndex: 3 }, { transform: "none", opacity: 1, zIndex: 3 }];
  pieceOf(root, event.piece)?.animate(frames, { duration: 260, delay, easing: "cubic-bezier(.3,1.2,.5,1)", fill: "backwards" });
}

function slideTile(root, event, delay) {
  const button = pieceOf(root, event.to);
  if (!button) return;
  const [from, to] = [event.from, event.to].map((id) => middle(cellOf(id)));
  const put = { transform: `translate(${(from[0] - to[0]) * DRAWN}px, ${(from[1] - to[1]) * DRAWN}px)`, zIndex: 3 };
  button.animate([put, { transform: "none", zIndex: 3 }], { duration: 420, delay, easing: "ease-in-out", fill: "backwards" });
}

function fadeTiles(root, event, delay) {
  const plane = root.querySelector(".hx-plane");
  for (const [side, ids] of event.pieces.entries()) {
    for (const id of ids) {
      const ghost = make("span", "st-piece", { "aria-hidden": "true" });
      makeCell(ghost, cellOf(id));
      drawCell(ghost, { state: "captured", side, threats: [], takes: [], marks: [], text: "" });
      plane?.append(ghost);
      const leaving = ghost.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }], { duration: 520, delay, fill: "backwards" });
      leaving.finished.then(() => ghost.remove(), () => ghost.remove());
    }
  }
}

/** A piece of the board is called after its cell: x2,-1. */
function cellOf(id) {
  const [q, r] = id.slice(1).split(",").map(Number);
  return { q, r };
}
