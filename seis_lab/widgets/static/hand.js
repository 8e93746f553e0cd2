// A hand of cards, and the curtain before it. What is hidden is not in the scene: a page asks for it, gets it in the answer
// to its own message, and forgets it when the turn is over or when nobody looks at the page.

const WIDEST_FAN = 10; // cards; more lie in rows

/** Whether a hand that was given is the one that the scene asks for now. */
function isOpen(scene, hand) {
  return Boolean(hand && scene.curtain && hand.rev === scene.rev && hand.seat === scene.curtain.seat);
}

/** With a new scene: a hand behind a curtain is kept for its turn only; the hand of the only person stays theirs. */
function stillMine(scene, hand) {
  if (!hand || !scene.curtain || hand.seat !== scene.curtain.seat) return null;
  return isOpen(scene, hand) || !scene.curtain.ask ? hand : null;
}

/** The scene with what only this page was given in the place of what everybody is. Nothing of an old turn can be chosen. */
function withHand(scene, hand) {
  if (!hand || !scene.curtain) return scene;
  const fresh = isOpen(scene, hand);
  const laid = new Set(scene.pieces.filter((piece) => ["laid", "dead"].includes(piece.state)).map((piece) => piece.id.slice(2)));
  const still = (piece) => fresh || (piece.kind === "playing" && !laid.has(piece.id.slice(piece.id.indexOf("-") + 1)));
  const pieces = hand.pieces.filter(still).map((piece) => (fresh ? piece : { ...piece, action: null }));
  const ids = new Set(pieces.map((piece) => piece.id));
  const zones = hand.zones.map((zone) => ({ ...zone, pieces: zone.pieces.filter((id) => ids.has(id)) }));
  const whole = { ...scene, zones: replaced(scene.zones, zones), pieces: replaced(scene.pieces, pieces) };
  return fresh ? { ...whole, actions: hand.actions, hint: hand.hint } : whole;
}

function replaced(old, fresh) {
  return [...new Map([...old, ...fresh].map((one) => [one.id, one])).values()];
}

/** The own hand as a fan, or the curtain: the words that say whose cards are hidden. */
function drawOwn(node, zone, pieces, scene) {
  if (!node.firstChild) node.append(make("div", "st-cards"), make("p", "st-curtain"), make("p", "st-subtext"));
  const [cards, curtain, note] = node.children;
  cards.style.setProperty("--n", pieces.length);
  drawRow(cards, zone, pieces, scene);
  [...cards.children].forEach((card, at) => card.style.setProperty("--i", at));
  cards.classList.toggle("fan", pieces.length <= WIDEST_FAN);
  cards.hidden = !pieces.length;
  curtain.hidden = pieces.length > 0 || !zone.text;
  write(curtain, zone.text);
  write(note, zone.subtext);
}

function makePlaying(button, piece) {
  button.classList.add("st-playing");
  button.append(cardFace(piece));
}

function drawPlaying(button, piece) {
  mark(button, "data-suit", piece.suit);
}
