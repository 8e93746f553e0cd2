// The keyboard. One tab stop per group of buttons, arrows inside it; and no plain key of ours ever reaches the notebook,
// where a focused output button would otherwise mean "cut this cell" to the letter x.

const ROVING = "[data-rove], .st-zone, .st-dice";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The buttons of a group that can be seen, in order. */
function buttonsOf(group) {
  return [...group.querySelectorAll("button")].filter((button) => button.closest(ROVING) === group && !button.hidden);
}

/** Every group keeps exactly one button in the tab order: the one used last, else one that can be chosen, else the first. */
function setTabStops(root) {
  for (const group of root.querySelectorAll(ROVING)) {
    const buttons = buttonsOf(group);
    const last = buttons.includes(group.lastUsed) ? group.lastUsed : null;
    const stop = last ?? buttons.find((button) => button.dataset.action) ?? buttons[0];
    for (const button of buttons) mark(button, "tabindex", button === stop ? 0 : -1);
  }
}

/** Listen for keys on the root; `escape` is called for Esc. */
function listenToKeys(root, escape) {
  root.addEventListener("focusin", (event) => {
    const group = event.target.closest("button") && event.target.closest(ROVING);
    if (!group) return;
    group.lastUsed = event.target;
    setTabStops(root);
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.key === "Escape") escape();
    const group = event.target.closest("button") && event.target.closest(ROVING);
    if (!group) return;
    if (group.takesKey?.(event)) return event.preventDefault(); // the board has ways of its own
    const buttons = buttonsOf(group);
    const at = buttons.indexOf(event.target);
    const goal = { Home: 0, End: buttons.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? 0);
    if (goal === at && !(event.key in STEPS) && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    buttons[Math.min(Math.max(goal, 0), buttons.length - 1)].focus();
  });
}
