// The table of a column game: a column per suit that grows both ways, small cards, backs, chips, and the report of a round.
// Nothing here can be chosen; cards that can be played are in hand.js. Words for screen readers are on each group.

/** Things that only show: one element per piece, none of them a button. */
function drawThings(node, zone, pieces, scene) {
  keep(node, pieces, (piece) => piece.id, makeThing, (thing, piece) => drawThing(thing, piece, scene));
}

function makeThing(piece) {
  const thing = make("span", "st-thing", { "data-piece": piece.id, role: "img" });
  PIECES[piece.kind]?.[0](thing, piece);
  return thing;
}

function drawThing(thing, piece, scene) {
  colour(thing, piece.seat);
  mark(thing, "aria-label", piece.label);
  PIECES[piece.kind]?.[1](thing, piece, scene);
}

/** The columns, each with its name on top; the zone's pieces come column by column. */
function drawLadder(node, zone, pieces, scene) {
  const height = pieces.length / zone.columns.length;
  const columns = zone.columns.map((column, at) => ({ ...column, places: pieces.slice(at * height, (at + 1) * height) }));
  keep(node, columns, (column) => column.suit, makeColumn, (box, column) => {
    mark(box, "aria-label", column.label);
    write(box.firstChild.lastChild, column.name);
    drawThings(box.lastChild, zone, column.places, scene);
  });
}

function makeColumn(column) {
  const head = make("b", "st-suitname", { "aria-hidden": "true" }, suit(column.suit), make("span"));
  return make("div", "st-column", { role: "group", "data-suit": column.suit }, head, make("div", "st-places"));
}

function makeMini(thing, piece) {
  thing.classList.add("st-mini");
  thing.append(make("b", "", { "aria-hidden": "true" }), suit(piece.suit));
}

function drawMini(thing, piece) {
  mark(thing, "data-suit", piece.suit);
  write(thing.firstChild, piece.text);
}

/** A place in a column: a card that lies there, one that fits next, one that fits from the own hand, or nothing yet. */
function drawPlace(thing, piece) {
  drawMini(thing, piece);
  thing.classList.add("st-place-of");
  mark(thing, "data-state", piece.state);
}

/** Cards face down: as many backs as cards. */
function makeBacks(thing) {
  thing.classList.add("st-backs");
  thing.append(make("span", "st-pack", { "aria-hidden": "true" }));
}

function drawBacks(thing, piece) {
  const pack = thing.firstChild;
  while (pack.childElementCount > piece.count) pack.lastChild.remove();
  while (pack.childElementCount < piece.count) pack.append(make("i"));
  mark(thing, "data-count", piece.count);
}

/** What a seat cannot hold, after the word that says so. */
function drawLacks(node, zone, pieces, scene) {
  if (!node.firstChild) node.append(make("small"), make("span", "st-lacking"));
  write(node.firstChild, zone.text);
  drawThings(node.lastChild, zone, pieces, scene);
}

/** What a round brought to whom, and the match round by round; under it how it is counted. */
function drawReport(node, zone) {
  if (!node.firstChild) node.append(make("div", "st-tables"), make("p", "st-subtext"));
  write(node.lastChild, zone.subtext);
  keep(node.firstChild, zone.tables, (table) => table.caption, () => make("table", "", {}, make("caption"), make("thead"), make("tbody")), (box, table) => {
    const [caption, head, body] = box.children;
    write(caption, table.caption);
    const rows = (rows) => rows.map((cells, at) => ({ at, cells }));
    const fill = (tag) => (row, { cells }) =>
      keep(row, cells.map((cell, at) => ({ cell, at })), ({ at }) => at, ({ at }) => make(tag || (at ? "td" : "th")), (node, { cell }) => write(node, cell));
    keep(head, rows([table.head]), ({ at }) => at, () => make("tr"), fill("th"));
    keep(body, rows(table.rows), ({ at }) => at, () => make("tr"), fill(""));
  });
}
