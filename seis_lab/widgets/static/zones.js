// The felt: what lies on the table. A scene has zones (a row of cards, a fan of wildcards, the tray with the die) and
// pieces in them; zones of one seat share that seat's panel. Another kind of zone is one more function in ZONES.

const ZONES = {
  row: drawRow, fan: drawRow, tray: drawTray,
  ladder: drawLadder, own: drawOwn, minis: drawThings, lacks: drawLacks, chips: drawThings, pot: drawPot, report: drawReport,
  points: drawThings, dead: drawDead,
  hex: drawHex, stock: drawThings,
};
const PIECES = {
  card: [makeCard, drawCard], wild: [makeWild, drawWild], die: [makeDie, drawDie],
  playing: [makePlaying, drawPlaying], mini: [makeMini, drawMini], place: [makeMini, drawPlace], backs: [makeBacks, drawBacks], chips: [makeChips, drawChips],
  points: [makePoints, drawPoints], heap: [makeHeap, drawHeap],
  cell: [makeCell, drawCell], stock: [makeStock, drawStock],
};

/** Draw every zone of the scene into the felt, each seat's in its panel, in the order in which the scene names them. */
function drawFelt(felt, scene) {
  const groups = new Map();
  for (const zone of scene.zones) {
    const seated = Number.isInteger(zone.seat);
    const id = seated ? `seat ${zone.seat}` : `zone ${zone.id}`;
    if (!groups.has(id)) groups.set(id, { id, seat: seated ? zone.seat : null, zones: [] });
    groups.get(id).zones.push(zone);
  }
  const pieces = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  mark(felt, "data-players", scene.players.length);
  mark(felt, "data-game", scene.game);
  felt.classList.toggle("columns", scene.zones.some((zone) => zone.kind === "ladder"));
  keep(felt, [...groups.values()], (group) => group.id, makePanel, (panel, group) => {
    const player = scene.players.find((one) => one.seat === group.seat);
    if (player) drawPlayer(panel, player, scene.texts);
    keep(panel.lastChild, group.zones, (zone) => zone.id, makeZone, (node, zone) => {
      mark(node, "aria-label", zone.label);
      const here = zone.pieces.map((id) => pieces.get(id)).filter(Boolean);
      (ZONES[zone.kind] ?? drawRow)(node, zone, here, scene);
    });
  });
}

function makePanel(group) {
  const panel = make("div", group.seat === null ? `st-common st-at-${group.zones[0].kind}` : "st-seat");
  if (group.seat !== null) panel.append(make("div", "st-who"));
  panel.append(make("div", "st-zones"));
  return panel;
}

function makeZone(zone) {
  return make("div", `st-zone st-${zone.kind}`, { role: "group", "data-zone": zone.id });
}

/** Who sits here: shape, letter, name and the note of the scene. */
function drawPlayer(panel, player, texts) {
  const who = panel.querySelector(".st-who");
  const look = `${player.shape} ${player.letter}`;
  if (who.dataset.look !== look) {
    who.dataset.look = look;
    who.replaceChildren(
      make("span", "st-pointer", { "aria-hidden": "true" }),
      badge(player.shape, player.letter),
      make("div", "st-names", {}, make("b"), make("span", "st-sr"), make("small")),
      make("span", "st-crown", {}, icon("crown")),
    );
  }
  colour(panel, player.seat);
  panel.dataset.seat = player.seat;
  panel.shape = player.shape;
  panel.classList.toggle("turn", Boolean(player.turn));
  panel.classList.toggle("asked", Boolean(player.you));
  panel.classList.toggle("won", Boolean(player.won));
  const [name, extra, note] = who.querySelector(".st-names").children;
  write(name, player.name);
  write(extra, player.turn && texts.turn ? `, ${texts.turn}` : "");
  write(note, player.note);
}

/** A row or a fan: its pieces, one after another. */
function drawRow(node, zone, pieces, scene) {
  keep(node, pieces, (piece) => piece.id, makePiece, (button, piece) => drawPiece(button, piece, scene));
}

/** The tray: dice, what is to be said about them, and which way round the turn goes. */
function drawTray(node, zone, pieces, scene) {
  if (!node.firstChild) {
    node.append(make("div", "st-dice"), make("div", "st-words", {}, make("p", "st-text"), make("p", "st-subtext")));
    node.append(make("span", "st-direction", { role: "img" }, icon("direction")));
  }
  const [dice, words, direction] = node.children;
  drawRow(dice, zone, pieces, scene);
  write(words.children[0], zone.text);
  write(words.children[1], zone.subtext);
  direction.hidden = !scene.direction;
  direction.classList.toggle("back", scene.direction === -1);
  const way = scene.direction === -1 ? scene.texts.counterclockwise : scene.texts.clockwise;
  mark(direction, "aria-label", way);
  mark(direction, "title", way);
}

function makePiece(piece) {
  const button = make("button", "st-piece", { type: "button", "data-piece": piece.id, tabindex: "-1" });
  const known = PIECES[piece.kind];
  if (known) known[0](button, piece);
  return button;
}

/** What every piece shows: its words for screen readers, its colour, whether it can be chosen. */
function drawPiece(button, piece, scene) {
  colour(button, piece.seat);
  mark(button, "aria-label", piece.label);
  mark(button, "data-action", piece.action);
  mark(button, "aria-disabled", piece.action ? null : "true");
  button.classList.toggle("target", piece.mark === "target");
  button.classList.toggle("hinted", Boolean(scene.hint && piece.action && scene.hint.action === piece.action));
  const known = PIECES[piece.kind];
  if (known) known[1](button, piece, scene);
  else write(button, piece.text);
}

function makeCard(button) {
  button.classList.add("st-card");
  const front = make("span", "st-front", {}, make("b"), make("i", "st-suit"), make("i", "st-suit end"));
  const back = make("span", "st-back", {}, make("span", "st-medal", {}, icon("tick")));
  button.append(make("span", "st-flip", { "aria-hidden": "true" }, front, back));
}

function drawCard(button, card, scene) {
  const front = button.querySelector(".st-front");
  write(front.firstChild, card.text);
  button.classList.toggle("down", !card.up);
  button.classList.toggle("long", String(card.text ?? "").length > 2);
  const owner = scene.players.find((player) => player.seat === card.seat);
  const shape = owner ? owner.shape : "";
  if (front.dataset.shape === shape) return;
  front.dataset.shape = shape;
  for (const corner of front.querySelectorAll(".st-suit")) corner.replaceChildren(...(shape ? [badge(shape)] : []));
}

function makeWild(button) {
  button.classList.add("st-wild");
  button.append(make("span", "st-chip", { "aria-hidden": "true" }, make("i", "st-coin"), make("span", "st-name"), make("b")));
}

function drawWild(button, wild) {
  const [coin, name, count] = button.firstChild.children;
  if (coin.dataset.icon !== wild.icon) {
    coin.dataset.icon = wild.icon;
    coin.replaceChildren(icon(wild.icon));
  }
  write(name, wild.text);
  write(count, Number.isInteger(wild.count) ? String(wild.count) : "");
  button.classList.toggle("none", wild.count === 0);
}

function makeDie(button) {
  button.classList.add("st-die");
  const flag = make("span", "st-changed", {}, icon("NUMERAL"));
  const shot = make("span", "st-shot", {}, icon("TIRADOR"));
  button.append(make("span", "st-stage", { "aria-hidden": "true" }, make("span", "st-cube"), make("span", "st-owner"), flag, shot));
}

function drawDie(button, die, scene) {
  const cube = button.querySelector(".st-cube");
  const look = `${die.value} of ${die.faces}`;
  if (cube.dataset.look !== look) {
    cube.dataset.look = look;
    cube.replaceChildren(dieFace(die.value, die.faces));
  }
  const owner = scene.players.find((player) => player.seat === die.seat);
  const mine = button.querySelector(".st-owner");
  const sign = owner ? `${owner.shape} ${owner.letter}` : "";
  if (mine.dataset.sign !== sign) {
    mine.dataset.sign = sign;
    mine.replaceChildren(...(owner ? [badge(owner.shape, owner.letter)] : []));
  }
  mark(button, "data-value", die.value ?? "");
  mark(button, "data-faces", die.faces);
  button.classList.toggle("void", Boolean(die.void));
  button.classList.toggle("changed", Boolean(die.changed));
  button.classList.toggle("blank", die.value === null || die.value === undefined);
}
