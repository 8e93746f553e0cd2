// What moves. The new state is on the page before anything starts to move: a motion only shows how it came about, can be
// skipped by any click or key, and does not happen at all for readers who ask for reduced motion.

const STEP = 420; // milliseconds from one event to the next
const LONGEST = 2400; // and for all the events of a scene together

function motionWanted() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Before drawing: when each event starts. Cards that turn over wait for the die that made them. */
function delayFlips(root, events) {
  const step = Math.min(STEP, LONGEST / Math.max(events.length, 1));
  const starts = events.map((event, index) => index * step);
  for (const flip of root.querySelectorAll(".st-flip")) flip.style.transitionDelay = "";
  for (const [index, event] of events.entries()) {
    if (event.kind !== "flip") continue;
    const flip = pieceOf(root, event.piece)?.querySelector(".st-flip");
    if (flip) flip.style.transitionDelay = `${starts[index]}ms`;
  }
  return starts;
}

/** After drawing: start the motion of each event. */
function animate(root, events, starts) {
  for (const [index, event] of events.entries()) {
    const move = MOTIONS[event.kind];
    if (move) move(root, event, starts[index]);
  }
}

/** End whatever still moves, at once. */
function skipMotion(root) {
  for (const animation of root.getAnimations({ subtree: true })) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}

const MOTIONS = { roll: tumble, number: nudge, play: rise, shot: shake, win: celebrate, turn: glow, lay: layCard, chips: moveChips, pass: glow, place: popTile, move: slideTile, capture: fadeTiles };

function pieceOf(root, id) {
  return root.querySelector(`[data-piece="${CSS.escape(id ?? "")}"]`);
}

function seatOf(root, seat) {
  return root.querySelector(`.st-seat[data-seat="${Number(seat)}"]`);
}

/** The die is thrown: it comes in from the side, turning, and shows other faces on its way. */
function tumble(root, event, delay) {
  const die = pieceOf(root, event.piece);
  const cube = die?.querySelector(".st-cube");
  if (!cube) return;
  const faces = Number(die.dataset.faces) || 6;
  const duration = 640;
  const frames = [
    { transform: "translate(-34px, -26px) rotate(-300deg) scale(.82)", offset: 0 },
    { transform: "translate(10px, 0) rotate(-70deg) scale(1.04)", offset: 0.45 },
    { transform: "translate(-3px, -9px) rotate(14deg) scale(1.02)", offset: 0.68 },
    { transform: "translate(1px, 0) rotate(-6deg)", offset: 0.85 },
    { transform: "none", offset: 1 },
  ];
  cube.animate(frames, { duration, delay, easing: "cubic-bezier(.3,.7,.4,1)", fill: "backwards" });
  for (let face = 0; face < 3; face++) {
    const ghost = dieFace(1 + ((event.value + 1 + 2 * face) % faces), faces);
    ghost.classList.add("st-ghost");
    cube.append(ghost);
    const shown = ghost.animate([{ opacity: 1 }, { opacity: 1 }], { duration: duration * 0.2, delay: delay + face * duration * 0.2 });
    shown.finished.then(() => ghost.remove(), () => ghost.remove());
  }
}

/** NUMERAL moves the number by one. */
function nudge(root, event, delay) {
  const cube = pieceOf(root, event.piece)?.querySelector(".st-cube");
  const frames = [{ transform: "none" }, { transform: "rotateX(90deg)" }, { transform: "none" }];
  cube?.animate(frames, { duration: 360, delay, easing: "ease-in-out" });
}

/** A wildcard is played: its sign rises from the chip and fades. */
function rise(root, event, delay) {
  const coin = pieceOf(root, event.piece)?.querySelector(".st-coin");
  if (!coin) return;
  const ghost = coin.cloneNode(true);
  ghost.classList.add("st-rising");
  coin.parentNode.append(ghost);
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: "translateY(-22px) scale(2.1)", opacity: 1, offset: 0.45 },
    { transform: "translateY(-40px) scale(2.4)", opacity: 0 },
  ];
  const rising = ghost.animate(frames, { duration: 760, delay, easing: "ease-out", fill: "backwards" });
  rising.finished.then(() => ghost.remove(), () => ghost.remove());
}

/** TIRADOR: the die jumps aside. */
function shake(root, event, delay) {
  const stage = pieceOf(root, event.piece)?.querySelector(".st-stage");
  const frames = [0, -9, 8, -6, 4, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x}deg)` }));
  stage?.animate(frames, { duration: 420, delay });
}

/** It is somebody else's turn. */
function glow(root, event, delay) {
  const seat = seatOf(root, event.seat);
  const frames = [{ boxShadow: "0 0 0 0 var(--c)" }, { boxShadow: "0 0 0 5px transparent" }];
  seat?.animate(frames, { duration: 600, delay, easing: "ease-out" });
}

/** Somebody has won: a handful of the winner's own shapes. */
function celebrate(root, event, delay) {
  const seat = seatOf(root, event.seat);
  const who = seat?.querySelector(".st-who");
  if (!who) return;
  for (let index = 0; index < 26; index++) {
    const piece = make("span", "st-confetti", { "aria-hidden": "true" }, badge(seat.shape));
    colour(piece, index % 3 ? event.seat : index % 6);
    who.append(piece);
    const angle = -Math.PI * (0.03 + 0.45 * ((index * 7) % 26) / 26);
    const far = 130 + 150 * ((index * 5) % 13) / 13;
    const x = Math.cos(angle) * far * 1.9, y = Math.sin(angle) * far * 0.55;
    const frames = [
      { transform: "translate(0, 0) scale(.2)", opacity: 1 },
      { transform: `translate(${x * 0.8}px, ${y}px) rotate(${index * 40}deg)`, opacity: 1, offset: 0.45 },
      { transform: `translate(${x}px, ${y + 150}px) rotate(${index * 70}deg)`, opacity: 0 },
    ];
    const flying = piece.animate(frames, { duration: 1500, delay: delay + index * 12, easing: "cubic-bezier(.2,.6,.4,1)", fill: "backwards" });
    flying.finished.then(() => piece.remove(), () => piece.remove());
  }
}
