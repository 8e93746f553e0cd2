// Our own drawings: the six wildcards, the players' shapes, the faces of a die and the signs on the buttons.
//
// These files are one module: table.py joins them in the order of its SCRIPTS.

/** Lines on a 24 by 24 grid, drawn with the colour of the text around them. */
const LINES = {
  DADO: "M8 8V6a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-2M3 11a3 3 0 0 1 3-3h7a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3Z",
  SALTAR: "M3.5 15C5 6.5 15.5 4.5 19.5 12.5M20.5 6.5v6.5H14",
  NUMERAL: "M3.5 8h7M7 4.5v7M3.5 17.5h7M14.5 8 18.5 5v14",
  REVERSA: "M4.5 10.5a7.7 7.7 0 0 1 14-3M19 3v5h-5M19.5 13.5a7.7 7.7 0 0 1-14 3M5 21v-5h5",
  VOLTEAR: "M5 8.5h7A1.5 1.5 0 0 1 13.5 10v9.5A1.5 1.5 0 0 1 12 21H5a1.5 1.5 0 0 1-1.5-1.5V10A1.5 1.5 0 0 1 5 8.5ZM10 4.2c5.5-1.7 10 2.3 9.3 8.3M15.8 10.2l3.4 2.8 2.6-3.5",
  TIRADOR: "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7ZM12 1.5v5M12 17.5v5M1.5 12h5M17.5 12h5",
  undo: "M8 4.5 3.5 9 8 13.5M3.5 9H14a5.5 5.5 0 0 1 0 11H9",
  redo: "M16 4.5 20.5 9 16 13.5M20.5 9H10a5.5 5.5 0 0 0 0 11h5",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.7 10.7c.8.7 1.2 1.4 1.2 2.3h5c0-.9.4-1.6 1.2-2.3A6 6 0 0 0 12 3Z",
  coach: "M4 20.5h16M6.5 17v-5M12 17V4.5M17.5 17V9",
  replay: "M4 4.5V9.5h5M4.3 9.5a8.3 8.3 0 1 1-.5 4.5M10.5 9v6l4.7-3Z",
  new: "M12 5v14M5 12h14",
  save: "M12 3.5V15M7 10.5l5 5 5-5M4.5 20h15",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  back: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  menu: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5ZM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5Z",
  first: "M6 5v14M18.5 5.5 10.5 12l8 6.5Z",
  prev: "M14.5 5.5 8 12l6.5 6.5",
  next: "M9.5 5.5 16 12l-6.5 6.5",
  close: "M6 6l12 12M18 6 6 18",
  warn: "M12 4 2.5 20h19ZM12 10v4.5M12 17.3v.01",
  tick: "M5 12.5 10 17.5 19.5 7",
  direction: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4M20 3.5v4.5h-4.5",
  crown: "M4.5 18.5h15M4.5 15 3 7l5 3.5L12 4l4 6.5L21 7l-1.5 8Z",
  star: "M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8Z",
};

/** The filled dots that belong to some of the drawings: x, y and radius. */
const DOTS = {
  DADO: [[6.9, 11.9, 1.25], [12.1, 17.1, 1.25], [17, 7, 1.25]],
  SALTAR: [[11.3, 17.5, 2.4]],
  TIRADOR: [[12, 12, 1.1]],
};

/** One of the drawings above, hidden from screen readers: the button around it has the words. */
function icon(name) {
  const lines = draw("path", { d: LINES[name] ?? "", class: "st-line" });
  const dots = (DOTS[name] ?? []).map(([cx, cy, r]) => draw("circle", { cx, cy, r, class: "st-dot" }));
  return draw("svg", { viewBox: "0 0 24 24", class: `st-icon st-icon-${name}`, "aria-hidden": "true" }, lines, ...dots);
}

/** The players' shapes on a 32 by 32 grid, and how high the letter sits in each. */
const SHAPES = {
  circle: ["M16 2.5a13.5 13.5 0 1 0 0 27 13.5 13.5 0 1 0 0-27Z", 16],
  square: ["M6.5 3.5h19a3 3 0 0 1 3 3v19a3 3 0 0 1-3 3h-19a3 3 0 0 1-3-3v-19a3 3 0 0 1 3-3Z", 16],
  triangle: ["M14.3 3.2a2 2 0 0 1 3.4 0l13 22.8a2 2 0 0 1-1.7 3H3a2 2 0 0 1-1.7-3Z", 20.5],
  diamond: ["M14.6 1.8a2 2 0 0 1 2.8 0l12.8 12.8a2 2 0 0 1 0 2.8L17.4 30.2a2 2 0 0 1-2.8 0L1.8 17.4a2 2 0 0 1 0-2.8Z", 16],
  pentagon: ["M16 2 30.5 12.6 25 29.5H7L1.5 12.6Z", 17.5],
  hexagon: ["M8.7 3.5h14.6L30.5 16l-7.2 12.5H8.7L1.5 16Z", 16],
  cross: ["M10.5 2.5h11v8h8v11h-8v8h-11v-8h-8v-11h8Z", 16],
  drop: ["M16 1.5c6.5 7 11 12.5 11 18a11 11 0 0 1-22 0c0-5.5 4.5-11 11-18Z", 19],
};

/** A player's shape in the player's colour, with the letter in it when there is room for one. */
function badge(name, letter = "") {
  const [outline, height] = SHAPES[name] ?? SHAPES.circle;
  const shape = draw("svg", { viewBox: "0 0 32 32", class: "st-badge", "aria-hidden": "true" }, draw("path", { d: outline }));
  if (letter) {
    const text = draw("text", { x: 16, y: height, "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = letter;
    shape.append(text);
  }
  return shape;
}

const LEFT = 19, MIDDLE = 32, RIGHT = 45;
const PIPS = {
  1: [[MIDDLE, MIDDLE]],
  2: [[LEFT, LEFT], [RIGHT, RIGHT]],
  3: [[LEFT, LEFT], [MIDDLE, MIDDLE], [RIGHT, RIGHT]],
  4: [[LEFT, LEFT], [RIGHT, LEFT], [LEFT, RIGHT], [RIGHT, RIGHT]],
  5: [[LEFT, LEFT], [RIGHT, LEFT], [MIDDLE, MIDDLE], [LEFT, RIGHT], [RIGHT, RIGHT]],
  6: [[LEFT, LEFT], [RIGHT, LEFT], [LEFT, MIDDLE], [RIGHT, MIDDLE], [LEFT, RIGHT], [RIGHT, RIGHT]],
};
const CUBE = "M17 3h30a14 14 0 0 1 14 14v30a14 14 0 0 1-14 14H17A14 14 0 0 1 3 47V17A14 14 0 0 1 17 3Z";
const GLOSS = "M17 3h30a14 14 0 0 1 14 14v6C44 17 20 21 3 36V17A14 14 0 0 1 17 3Z";
const GEM = "M28.5 3.3a7 7 0 0 1 7 0l20 11.6a7 7 0 0 1 3.5 6v22.2a7 7 0 0 1-3.5 6l-20 11.6a7 7 0 0 1-7 0l-20-11.6a7 7 0 0 1-3.5-6V20.9a7 7 0 0 1 3.5-6Z";
const FACETS = "M32 12 51 44H13ZM32 12V3M51 44l7 4.5M13 44l-7 4.5";

/** The face of a die: pips up to 6 on a cube, a number on the gem that stands for dice of more faces, blank for null. */
function dieFace(value, faces) {
  const cube = faces <= 6;
  const face = draw("svg", { viewBox: "0 0 64 64", class: "st-face", "aria-hidden": "true" });
  face.append(draw("path", { d: cube ? CUBE : GEM, class: "st-die-body" }));
  face.append(draw("path", { d: cube ? GLOSS : FACETS, class: cube ? "st-die-gloss" : "st-die-facets" }));
  face.append(draw("path", { d: cube ? CUBE : GEM, class: "st-die-shine" }));
  if (value === null || value === undefined) return face;
  if (cube && PIPS[value]) {
    for (const [cx, cy] of PIPS[value]) face.append(draw("circle", { cx, cy, r: 5.6, class: "st-pip" }));
    return face;
  }
  const number = draw("text", { x: 32, y: 34.5, class: "st-die-number", "text-anchor": "middle", "dominant-baseline": "central" });
  number.textContent = String(value);
  face.append(number);
  if (value === 6 || value === 9) face.append(draw("path", { d: "M27 44.5h10", class: "st-die-underline" }));
  return face;
}
