// The table in the browser: it draws the scene that Python sends and sends back what was chosen. It decides nothing.
//
// This is the last of the files that table.py joins into one module, in the order
// icons, suits, dom, zones, ladder, hand, dead, hex, panels, motion, chips, keys, table. Everything it shows comes from the synced trait `scene`, so several
// views of one table are equal; only focus, scrolling, motion and open panels belong to a view.

const PATIENCE = 2500; // milliseconds without an answer after which the page says that the kernel is silent

const STILL = 4; // pixels that a mouse may move between pressing and letting go

/** What anywidget calls once per view. */
function render({ model, el }) {
  const page = makePage();
  page.slid = null; // where the reader holds the replay's slider, null while nobody does
  page.asking = false; // whether the page asks if a running game may be given up
  el.append(page.root);

  const post = makePost(model, { onSilence: () => tell({ silent: true }), onAnswer });
  let shown = null;
  let drawnAt = -Infinity;
  let hand = null; // what this page alone was given of a hidden hand

  function tell(news = {}) {
    const focus = rememberFocus(page);
    drawBanner(page, model.get("scene"), news);
    restoreFocus(page, focus);
    if (news.say) announce(page.live, news.say);
    if (news.silent) announce(page.live, word(model.get("scene"), "lost"));
  }

  function onAnswer(answer, message) {
    if (message.do === "look") return takeHand(answer);
    const scene = model.get("scene");
    const saved = answer.ok && message.do === "save" ? [word(scene, "saved"), scene.controls.save.file] : [];
    tell({ say: answer.say ?? saved.filter(Boolean).join(": "), good: answer.ok });
    if (page.slid !== null && page.slid !== post.lastReplay) post.send({ do: "replay", at: page.slid });
    else page.slid = null;
  }

  /** A hand came, or was refused: show it, or say why not. */
  function takeHand(answer) {
    if (answer.ok && !document.hidden) hand = answer.hand;
    if (answer.say) tell({ say: answer.say });
    update();
  }

  /** Ask for a hand that needs no curtain, or again for one that is open and has more to show. */
  function lookAgain() {
    const scene = model.get("scene");
    if (document.hidden || !scene.curtain) return;
    if (!scene.curtain.ask || isOpen(scene, hand)) post.send({ do: "look", rev: scene.rev, seat: scene.curtain.seat }, null, true);
  }

  /** A page that nobody looks at shows no hand. */
  function onVisible() {
    if (!document.hidden) return lookAgain();
    hand = null;
    update();
  }

  function onScene() {
    hand = stillMine(model.get("scene"), hand);
    update();
    lookAgain();
  }

  function update() {
    const scene = withHand(model.get("scene"), hand);
    if (!scene || !Array.isArray(scene.zones)) return;
    const isNew = !shown || shown.rev !== scene.rev;
    const events = isNew && shown && motionWanted() ? scene.events : [];
    const focus = rememberFocus(page);
    skipMotion(page.root);
    const starts = delayFlips(page.root, events);
    if (isNew) for (const busy of page.root.querySelectorAll("[aria-busy]")) mark(busy, "aria-busy", null);
    mark(page.root, "data-rev", scene.rev);
    mark(page.root, "lang", scene.lang);
    mark(page.root, "data-game", scene.game);
    mark(page.root, "aria-label", word(scene, "table") || scene.title);
    drawFelt(page.felt, scene);
    drawPanels(page, scene, model.get("theme") ?? "auto");
    setTabStops(page.root);
    restoreFocus(page, focus);
    animate(page.root, events, starts);
    markDoomed(page.felt, scene, page.pointed);
    if (isNew || shown.say !== scene.say) announce(page.live, scene.say);
    if (isNew) drawnAt = performance.now();
    shown = scene;
  }

  /** Send the choice of an offered action; the second half of a double click is not a choice of what came after the first. */
  function act(id, button, event) {
    if (event.detail > 1 && performance.now() - drawnAt < 300) return;
    if (id === "look") return post.send({ do: "look", rev: shown.rev, seat: shown.curtain.seat }, button);
    post.send({ do: "act", rev: shown.rev, id }, button);
  }

  function redraw(change) {
    change();
    update();
  }

  /** Ask whether a running game may be given up, or stop asking; the focus goes with the question. */
  function ask(on) {
    const inside = page.offer.contains(page.root.getRootNode().activeElement);
    redraw(() => (page.asking = on));
    if (on) page.offer.querySelector("[data-yes]").focus();
    else if (inside) page.tools.querySelector("[data-do=new]").focus();
  }

  /** The button that was pressed, where it has moved away under a still mouse: a table is also drawn while one clicks. */
  function pressed({ clientX, clientY }) {
    const { button, choice, x, y } = page.press ?? {};
    const still = Math.hypot(clientX - x, clientY - y) < STILL;
    return still && button?.isConnected && button.choice === choice ? button : null;
  }

  function onClick(event) {
    const button = event.target.closest("button") ?? pressed(event);
    page.press = null;
    if (!button || !page.root.contains(button) || !shown) return;
    const { id, action, do: what, lang, step, theme } = button.dataset;
    if (button.getAttribute("aria-disabled") === "true") return button.why ? tell({ say: button.why }) : undefined;
    if (button.classList.contains("st-action")) return act(id, button, event);
    if (action) return act(action, button, event);
    if (step) return post.send({ do: "replay", at: replayGoal(step, shown.controls.replay) }, button);
    if (theme) return chooseTheme(model, theme);
    if ("menu" in button.dataset) return redraw(() => (page.menu.hidden = !page.menu.hidden));
    if ("close" in button.dataset) return tell();
    if ("retry" in button.dataset) return post.again();
    if ("no" in button.dataset) return ask(false);
    if ("yes" in button.dataset) return ask(false), post.send({ do: "new" });
    if (what === "coach") return post.send({ do: "coach", on: !shown.controls.coach.on }, button);
    if (what === "lang") return post.send({ do: "lang", lang }, button);
    if (what === "replay") return post.send({ do: "replay", at: shown.controls.replay.live ? 0 : null }, button);
    if (what === "new" && !shown.status.over && shown.log.length > 1) return ask(true);
    if (what) return post.send({ do: what }, button);
  }

  function onInput(event) {
    const input = event.target;
    if (input.dataset.do === "switch") return post.send({ do: "switch", name: input.dataset.switch, on: input.checked });
    if (!input.classList.contains("st-replay")) return;
    const idle = page.slid === null;
    page.slid = Number(input.value);
    if (idle) post.send({ do: "replay", at: page.slid });
  }

  /** While an action or its card is under the mouse or has the focus, the card lights up, and so does what it would kill. */
  function onPoint(event) {
    for (const lit of page.felt.querySelectorAll(".lit")) lit.classList.remove("lit");
    const target = ["pointerover", "focusin"].includes(event.type) ? event.target.closest?.(".st-action, [data-action]") : null;
    if (target?.dataset.for) pieceOf(page.felt, target.dataset.for)?.classList.add("lit");
    page.pointed = target?.dataset.id ?? target?.dataset.action;
    markDoomed(page.felt, shown, page.pointed);
  }

  const skip = () => skipMotion(page.root);
  const onPress = ({ target, clientX: x, clientY: y }) => {
    const button = target.closest("button");
    page.press = { button, choice: button?.choice, x, y };
  };
  page.root.addEventListener("pointerdown", skip, true);
  page.root.addEventListener("pointerdown", onPress);
  page.root.addEventListener("keydown", skip, true);
  page.root.addEventListener("click", onClick);
  page.root.addEventListener("input", onInput);
  for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) page.root.addEventListener(kind, onPoint);
  listenToKeys(page.root, () => {
    page.menu.hidden = true;
    ask(false);
  });

  const stopTheme = followTheme(page.root, model, () => shown && update());
  const onMessage = (message) => post.take(message);
  model.on("change:scene", onScene);
  model.on("msg:custom", onMessage);
  document.addEventListener("visibilitychange", onVisible);
  onScene();
  return () => {
    stopTheme();
    post.close();
    model.off("change:scene", onScene);
    document.removeEventListener("visibilitychange", onVisible);
    hand = null;
    model.off("msg:custom", onMessage);
  };
}

/** Where a step of the replay leads; null is the game itself. */
function replayGoal(step, { at, of }) {
  if (step === "live") return null;
  return step === "first" ? 0 : Math.min(Math.max(at + Number(step), 0), of);
}

/** Messages to Python, each with a number n that its answer repeats. Two views never share a number: n starts at random. */
function makePost(model, { onSilence, onAnswer }) {
  const waiting = new Map();
  let n = Math.floor(Math.random() * 2 ** 45);

  function dispatch(message) {
    const entry = waiting.get(message.n);
    clearTimeout(entry.timer);
    if (!entry.quiet) entry.timer = setTimeout(() => ((entry.silent = true), onSilence()), PATIENCE);
    try {
      model.send(message);
    } catch (error) {
      console.warn("seis table: the message could not be sent", error); // a closed comm: the timer will say so
    }
  }

  const post = {
    lastReplay: null,
    /** Send; the button that was used shows at once that it is pressed. The same choice twice is one choice. */
    send(message, button = null, quiet = false) {
      const text = JSON.stringify(message);
      if (message.do === "act" && [...waiting.values()].some((entry) => entry.text === text && !entry.silent)) return;
      if (message.do === "replay") post.lastReplay = message.at;
      n += 1;
      waiting.set(n, { text, button, quiet, message: { ...message, n } });
      if (button) mark(button, "aria-busy", "true");
      dispatch({ ...message, n });
    },
    /** Send again what was never answered. */
    again() {
      for (const entry of waiting.values()) dispatch(entry.message);
    },
    take(answer) {
      const entry = waiting.get(answer?.ack);
      if (!entry) return;
      clearTimeout(entry.timer);
      waiting.delete(answer.ack);
      if (entry.button) mark(entry.button, "aria-busy", null);
      onAnswer(answer, entry.message);
    },
    close() {
      for (const entry of waiting.values()) clearTimeout(entry.timer);
    },
  };
  return post;
}

/** Say it to screen readers, also when the same was said before. */
function announce(live, text) {
  if (text) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Before drawing: which element has the focus, and what it was. */
function rememberFocus(page) {
  const node = page.root.getRootNode().activeElement;
  if (!node || !page.root.contains(node)) return null;
  return { node, group: node.closest(ROVING), choice: node.choice, parked: node === page.status };
}

/**
 * After drawing: the focus stays where it was, unless that button is gone or now means another action. Then it goes to
 * the first action, to its old group, or waits on the question until there is an action again.
 */
function restoreFocus(page, focus) {
  if (!focus) return;
  const { node, group, choice, parked } = focus;
  const inActions = group === page.actions;
  const stays = node.isConnected && !node.closest("[hidden]") && (!inActions || node.choice === choice);
  if (stays && !(parked && page.parked)) return;
  const [first] = buttonsOf(page.actions);
  const [other] = inActions || !group?.isConnected ? [] : buttonsOf(group);
  const goal = other ?? first ?? page.status;
  page.parked = goal === page.status;
  if (goal !== node) goal.focus({ preventScroll: goal === page.status });
}

function chooseTheme(model, theme) {
  model.set("theme", theme);
  model.save_changes();
}

/** Keep data-theme on the root: the trait's, or the host's as long as the trait says auto. Returns how to stop. */
function followTheme(root, model, redraw) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = model.get("theme");
    const host = hostTheme();
    const own = chosen === "light" || chosen === "dark";
    mark(root, "data-theme", own ? chosen : (host ?? (dark.matches ? "dark" : "light")));
    mark(root, "data-host", !own && host ? "" : null);
    redraw();
  };
  const watcher = new MutationObserver(apply);
  watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "data-jp-theme-name", "class"] });
  dark.addEventListener("change", apply);
  model.on("change:theme", apply);
  apply();
  return () => {
    watcher.disconnect();
    dark.removeEventListener("change", apply);
    model.off("change:theme", apply);
  };
}

/** JupyterLab and Notebook say it on the body, VS Code by a class; elsewhere nobody says. */
function hostTheme() {
  const { dataset, classList } = document.body;
  if (dataset.jpThemeLight) return dataset.jpThemeLight === "false" ? "dark" : "light";
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return "dark";
  return classList.contains("vscode-light") ? "light" : null;
}

export default { render };
