// Chips and the pot, and how they and the cards move. The numbers on the page are always those of the scene: what flies is
// a ghost of what has already happened.

const TALLEST = 10; // chips drawn in a pile; the number beside it counts them all

function makeChips(thing) {
  thing.classList.add("st-chips");
  thing.append(make("span", "st-pile", { "aria-hidden": "true" }), make("b", "", { "aria-hidden": "true" }));
}

function drawChips(thing, piece) {
  const [pile, number] = thing.children;
  const tall = Math.min(piece.count, TALLEST);
  while (pile.childElementCount > tall) pile.lastChild.remove();
  while (pile.childElementCount < tall) pile.append(make("i"));
  write(number, String(piece.count));
  mark(thing, "data-count", piece.count);
  thing.classList.toggle("none", piece.count === 0);
}

/** The pot: its name, its chips, and what the coach's numbers rest on. */
function drawPot(node, zone, pieces, scene) {
  if (!node.firstChild) node.append(make("b", "st-potname", { "aria-hidden": "true" }), make("span", "st-stack"), make("p", "st-subtext"));
  const [name, stack, words] = node.children;
  write(name, zone.text);
  drawThings(stack, zone, pieces, scene);
  write(words, zone.subtext);
}

/** Some chips go from one pile to another. */
function moveChips(root, event, delay) {
  const from = pieceOf(root, event.from), to = pieceOf(root, event.to);
  if (!from || !to) return;
  const many = Math.min(event.count, 6);
  for (let index = 0; index < many; index++) {
    const ghost = make("span", "st-flying st-coin-of", { "aria-hidden": "true" });
    ghost.style.setProperty("--c", getComputedStyle(event.to === "pot" ? from : to).getPropertyValue("--c"));
    fly(root, ghost, from, to, delay + index * 60);
  }
}

/** A card comes to its place from the seat that played it. */
function layCard(root, event, delay) {
  const place = pieceOf(root, event.piece);
  const seat = seatOf(root, event.seat);
  if (!place || !seat) return;
  const ghost = place.cloneNode(true);
  ghost.removeAttribute("data-piece");
  ghost.classList.add("st-flying");
  mark(ghost, "aria-hidden", "true");
  place.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 360, delay, fill: "backwards" });
  fly(root, ghost, seat, place, delay);
}

/** Move a ghost from the middle of one element to the middle of another, then take it away. */
function fly(root, ghost, from, to, delay) {
  const page = root.firstElementChild;
  const [base, start, end] = [page, from, to].map((node) => node.getBoundingClientRect());
  page.append(ghost);
  const at = (box, axis, size) => box[axis] + box[size] / 2 - base[axis];
  const [x0, y0, x1, y1] = [at(start, "left", "width"), at(start, "top", "height"), at(end, "left", "width"), at(end, "top", "height")];
  const put = (x, y) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const frames = [
    { transform: `${put(x0, y0)} scale(.8)`, opacity: 0.2 },
    { transform: `${put((x0 + x1) / 2, (y0 + y1) / 2 - 26)} scale(1.15)`, opacity: 1, offset: 0.5 },
    { transform: put(x1, y1), opacity: 1 },
  ];
  const flying = ghost.animate(frames, { duration: 360, delay, easing: "ease-in-out", fill: "backwards" });
  flying.finished.then(() => ghost.remove(), () => ghost.remove());
}
