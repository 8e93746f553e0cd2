// Our own playing cards: the suits of a Spanish and of a French deck, the figures, and a card with its pips.

/** The suits on a 24 by 24 grid, filled with the colour of the text around them. */
const SUITS = {
  "spanish-o": "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 1 0 0-21ZM12 4a8 8 0 1 1 0 16 8 8 0 1 1 0-16ZM12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13ZM12 7.4 13.3 10.7 16.6 12 13.3 13.3 12 16.6 10.7 13.3 7.4 12 10.7 10.7Z",
  "spanish-c": "M4.5 2.5h15c.2 6.2-2.2 10.3-6.2 11.2v3c2.7.3 4.6 1.4 4.6 2.9v2H6.1v-2c0-1.5 1.9-2.6 4.6-2.9v-3C6.7 12.8 4.3 8.7 4.5 2.5ZM6.7 4.7l.2 1.7h10.2l.2-1.7Z",
  "spanish-e": "M12 1 14.3 4.5V14h4.7a1.2 1.2 0 0 1 0 2.4h-5.5v3.2a2 2 0 1 1-3 0v-3.2H5a1.2 1.2 0 0 1 0-2.4h4.7V4.5ZM11.5 5v8h1V5Z",
  "spanish-b": "M20.7 3.2c1.9 2 1.5 5-.7 6.7l-3.1 2.6 1.9 1.6c.6.6.1 1.4-.7 1.2l-3.3-.9-6.7 6.1c-1.5 1.4-3.6 1.5-4.9.3s-1.2-3.4.2-4.9l4.5-4.9-1-3.4c-.2-.8.7-1.3 1.2-.6l1.7 1.9 4.2-4.9c1.8-2.1 4.9-2.7 6.7-.8ZM16.4 5.6a1.2 1.2 0 1 0 2.3.9 1.2 1.2 0 1 0-2.3-.9ZM11.6 11.2a1 1 0 1 0 1.9.8 1 1 0 1 0-1.9-.8ZM7 16.3a.9.9 0 1 0 1.7.7.9.9 0 1 0-1.7-.7Z",
  "french-o": "M12 1.5c2.1 4.2 4.9 7.7 8 10.5-3.1 2.8-5.9 6.3-8 10.5-2.1-4.2-4.9-7.7-8-10.5 3.1-2.8 5.9-6.3 8-10.5Z",
  "french-c": "M12 21.8C5.7 16.9 2.2 13.1 2.2 8.7c0-3.1 2.3-5.4 5.1-5.4 2 0 3.7 1.1 4.7 3 1-1.9 2.7-3 4.7-3 2.8 0 5.1 2.3 5.1 5.4 0 4.4-3.5 8.2-9.8 13.1Z",
  "french-e": "M12 1.7c5.7 5.2 9.3 8.3 9.3 12.5 0 2.9-2.1 4.8-4.6 4.8-1.5 0-2.7-.6-3.5-1.6.2 2.1 1 3.5 2.3 5h-7c1.3-1.5 2.1-2.9 2.3-5-.8 1-2 1.6-3.5 1.6-2.5 0-4.6-1.9-4.6-4.8 0-4.2 3.6-7.3 9.3-12.5Z",
  "french-b": "M12 1.6a4.7 4.7 0 0 1 3.7 7.6 4.7 4.7 0 1 1-2.6 7c.2 2.3 1 4.2 2.4 6.2h-7c1.4-2 2.2-3.9 2.4-6.2a4.7 4.7 0 1 1-2.6-7A4.7 4.7 0 0 1 12 1.6Z",
};

/** The figures on a 48 by 48 grid: a page in a feathered cap, a horse, a lady with a tiara, a bearded king. */
const FIGURES = {
  "spanish-jack": "M8 21c2-8 8-11.5 15-11.5 4 0 8 1.5 10.5 4.5l6-9c1.5 6-.5 11.5-4.5 15l1 3.5Q22 19 8 24ZM13.5 25.5q10-3.5 20.5 0v4.5a10.2 10.2 0 0 1-20.5 0ZM18.5 28.5v2h2.5v-2ZM26.5 28.5v2H29v-2ZM6.5 46c1-5.5 6-8 11.5-8.5l5.7 4.5 5.8-4.5c5.5.5 10.5 3 11.5 8.5Z",
  "spanish-queen": "M13 46c-1-9 3-13.5 8-17-3.5.5-5.5 2.5-8.5 5.5-3 .5-6-1.5-6.5-5 3-7.5 7.5-13 13.5-16.5L20.5 4l5.5 6C36 11.5 43 19.5 42 32c-.3 5-2 9-2.5 14ZM20 19.5a2 2 0 1 0 4 .5 2 2 0 1 0-4-.5ZM31 14.5c4.5 4 6.5 9 6 16 3-8-.5-14-6-16Z",
  "spanish-king": "M9 18 6 4l9.5 7L24 2l8.5 9L42 4l-3 14ZM10.5 20.5h27v3h-27ZM13 26h22c.8 9.5-3.5 16-11 20-7.5-4-11.8-10.5-11-20ZM18.5 28.5v2.2H21v-2.2ZM27 28.5v2.2h2.5v-2.2ZM19.5 35.5q4.5 3.5 9 0-1 4.5-4.5 4.5t-4.5-4.5Z",
  "french-queen": "M10 16 8 6l7.5 4.5L24 3l8.5 7.5L40 6l-2 10ZM12 18.5h24c3.5 7 2 14.5 6 20.5-4 2.5-8 2-10.5.5l2.5 6.5H14l2.5-6.5c-2.5 1.5-6.5 2-10.5-.5 4-6 2.5-13.5 6-20.5ZM17 23v7a7 7 0 0 0 14 0v-7ZM20 26h2.2v2H20ZM25.8 26H28v2h-2.2Z",
};
FIGURES["french-jack"] = FIGURES["spanish-jack"];
FIGURES["french-king"] = FIGURES["spanish-king"];

/** Where the pips of a card lie, in hundredths of its width and height. */
const SPOTS = {
  2: [[50, 28], [50, 72]],
  3: [[50, 25], [50, 50], [50, 75]],
  4: [[30, 29], [70, 29], [30, 71], [70, 71]],
  5: [[30, 29], [70, 29], [50, 50], [30, 71], [70, 71]],
  6: [[30, 29], [70, 29], [30, 50], [70, 50], [30, 71], [70, 71]],
  7: [[30, 29], [70, 29], [50, 39.5], [30, 50], [70, 50], [30, 71], [70, 71]],
  8: [[30, 29], [70, 29], [50, 39.5], [30, 50], [70, 50], [50, 60.5], [30, 71], [70, 71]],
  9: [[30, 27], [70, 27], [30, 42], [70, 42], [50, 50], [30, 58], [70, 58], [30, 73], [70, 73]],
};

/** A suit, hidden from screen readers. */
function suit(name) {
  const path = draw("path", { d: SUITS[name] ?? "", "fill-rule": "evenodd" });
  return draw("svg", { viewBox: "0 0 24 24", class: "st-pipsuit", "data-suit": name, "aria-hidden": "true" }, path);
}

/** The face of a card: corners, and in the middle its pips or its figure. */
function cardFace(card) {
  const face = make("span", "st-face-of", { "aria-hidden": "true" });
  const figure = FIGURES[`${card.suit.split("-")[0]}-${card.face}`];
  for (const end of ["", " end"]) {
    face.append(make("span", `st-corner${end}`, {}, make("b", "", {}, card.text), ...(figure ? [suit(card.suit)] : [])));
  }
  if (figure) {
    const path = draw("path", { d: figure, "fill-rule": "evenodd" });
    face.append(draw("svg", { viewBox: "0 0 48 48", class: "st-figure", "aria-hidden": "true" }, path));
  }
  if (card.face === "ace") face.append(make("span", "st-ace", {}, suit(card.suit)));
  for (const [x, y] of SPOTS[card.face] ?? []) {
    const spot = make("span", y > 50 ? "st-spot turned" : "st-spot", { style: `left:${x}%;top:${y}%` }, suit(card.suit));
    face.append(spot);
  }
  return face;
}
