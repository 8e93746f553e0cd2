// Around the felt: the bar with the question and the buttons, the banner, the offered actions, the log.

/** One of the scene's fixed words; a missing one is empty. */
function word(scene, key) {
  return scene.texts?.[key] ?? "";
}

/** The skeleton of the page: made once per view, filled by drawPanels for every scene. */
function makePage() {
  const page = {
    title: make("b", "st-title"),
    subtitle: make("span", "st-subtitle"),
    status: make("p", "st-status", { tabindex: "-1" }),
    tools: make("div", "st-tools", { role: "toolbar", "data-rove": "" }),
    banner: make("div", "st-banner", { hidden: "" }),
    offer: make("div", "st-offer", { hidden: "" }),
    menu: make("div", "st-menu", { hidden: "", role: "group" }),
    replay: make("div", "st-replaying", { hidden: "", role: "group" }),
    felt: make("div", "st-felt"),
    hint: make("p", "st-hint", { hidden: "" }, icon("hint"), make("span")),
    actions: make("div", "st-actions", { role: "toolbar", "data-rove": "" }),
    waiting: make("p", "st-waiting", { hidden: "" }),
    log: make("ol", "st-log"),
    keys: make("p", "st-keys"),
    live: make("div", "st-live st-sr", { "aria-live": "polite" }),
  };
  page.scroller = make("div", "st-scroller", { tabindex: "0", role: "group" }, page.log);
  page.follow = true; // the newest line of the log, until the reader scrolls up
  page.scroller.addEventListener("scroll", () => {
    page.follow = page.scroller.scrollHeight - page.scroller.scrollTop - page.scroller.clientHeight < 24;
  });
  page.logbox = make("div", "st-logbox", {}, make("b", "st-logtitle"), page.scroller, page.keys);
  const bar = make("div", "st-bar", {}, make("div", "st-heading", {}, page.title, page.subtitle), page.status, page.tools);
  page.dock = make("div", "st-dock", {}, page.hint, page.actions, page.waiting);
  const main = make("div", "st-main", {}, page.felt, page.dock, page.logbox);
  page.root = make("div", "seis-table", { role: "group" });
  page.root.append(make("div", "st-page", {}, bar, page.banner, page.offer, page.menu, page.replay, main, page.live));
  return page;
}

/** Fill everything around the felt from the scene. */
function drawPanels(page, scene, theme) {
  write(page.title, scene.title);
  write(page.subtitle, scene.subtitle);
  write(page.status, scene.status.text);
  colour(page.status, scene.status.seat);
  page.status.classList.toggle("over", Boolean(scene.status.over));
  drawTools(page, scene);
  drawOffer(page, scene);
  drawMenu(page, scene, theme);
  drawReplay(page, scene);
  drawActions(page, scene);
  drawLog(page, scene);
}

/** A button of the page itself: its drawing (or none), its words beside it or only for screen readers. */
function makeButton(name, data = {}) {
  const button = make("button", "st-tool", { type: "button" }, ...(name ? [icon(name)] : []), make("span"));
  Object.assign(button.dataset, data);
  return button;
}

/** Write a button's state: words, whether it is a pressed switch, and why it is off. */
function drawButton(button, { label, text = "", title = "", on = true, why = "", pressed, busy, strong }) {
  write(button.lastChild, text);
  mark(button, "aria-label", label);
  mark(button, "title", [text === label ? "" : label, on ? title : why].filter(Boolean).join(": ") || null);
  mark(button, "aria-pressed", pressed === undefined ? null : String(pressed));
  mark(button, "aria-disabled", on ? null : "true");
  button.why = on ? "" : why;
  button.classList.toggle("working", Boolean(busy));
  button.classList.toggle("strong", Boolean(strong));
}

function drawTools(page, scene) {
  const { undo, redo, hint, coach, replay, save, new: again, langs } = scene.controls;
  const says = (key) => word(scene, key);
  const tools = [
    { id: "undo", label: says("undo"), ...undo },
    { id: "redo", label: says("redo"), ...redo },
    { id: "hint", label: says("hint"), text: says("hint"), ...hint },
    { id: "coach", label: says("coach"), text: says("coach"), pressed: coach.on, busy: coach.busy },
    { id: "replay", label: says("replay"), on: replay !== null, pressed: replay !== null && !replay.live },
    { id: "save", label: says("save"), title: save.why ?? save.file, ...save },
    { id: "new", label: says("new"), ...again, strong: scene.status.over, text: scene.status.over ? says("new") : "" },
    ...langs.map((lang) => ({ id: `lang-${lang}`, lang, label: `${lang} ${says(`lang_${lang}`)}`, text: lang, pressed: lang === scene.lang })),
    { id: "menu", label: says("menu") },
  ];
  mark(page.tools, "aria-label", says("tools"));
  keep(page.tools, tools, (tool) => tool.id, makeTool, (button, tool) => drawButton(button, tool));
  mark(page.tools.lastChild, "aria-expanded", String(!page.menu.hidden));
}

function makeTool(tool) {
  if (tool.id === "menu") return makeButton("menu", { menu: "" });
  if (!tool.lang) return makeButton(tool.id, { do: tool.id });
  const button = makeButton(null, { do: "lang", lang: tool.lang });
  button.lang = tool.lang;
  return button;
}

/** The strip that offers to go on with a saved game, or asks before a running one is given up. */
function drawOffer(page, scene) {
  const { offer } = page;
  if (!offer.firstChild) {
    offer.append(make("span", "", {}), makeButton("replay", { do: "resume" }), makeButton(null, { yes: "" }), makeButton(null, { no: "" }));
  }
  const [text, resume, yes, no] = offer.children;
  const saved = scene.controls.resume;
  write(text, page.asking ? word(scene, "new_ask") : (saved?.file ?? ""));
  drawButton(resume, { label: word(scene, "resume"), text: word(scene, "resume"), strong: true });
  drawButton(yes, { label: word(scene, "yes"), text: word(scene, "yes"), strong: true });
  drawButton(no, { label: word(scene, "no"), text: word(scene, "no") });
  resume.hidden = page.asking || !saved?.on;
  yes.hidden = no.hidden = !page.asking;
  offer.hidden = !page.asking && !saved?.on;
}

/** What is too rare for the bar: the colours, and the settings of the game. */
function drawMenu(page, scene, theme) {
  const { menu } = page;
  if (!menu.firstChild) {
    const themes = ["auto", "light", "dark"].map((name) => makeButton(null, { theme: name }));
    menu.append(make("div", "st-themes", { role: "group" }, make("span"), ...themes));
    menu.append(make("div", "st-switches"));
  }
  const [themes, switches] = menu.children;
  mark(menu, "aria-label", word(scene, "menu"));
  mark(themes, "aria-label", word(scene, "theme"));
  write(themes.firstChild, word(scene, "theme"));
  for (const button of themes.querySelectorAll("[data-theme]")) {
    const label = word(scene, `theme_${button.dataset.theme}`);
    drawButton(button, { label, text: label, pressed: button.dataset.theme === theme });
  }
  keep(switches, Object.entries(scene.controls.switches ?? {}), ([name]) => name, makeSwitch, (label, [name, on]) => {
    label.firstChild.checked = on;
    write(label.lastChild, word(scene, name));
  });
}

function makeSwitch([name]) {
  const box = make("input", "", { type: "checkbox", "data-do": "switch", "data-switch": name });
  return make("label", "st-switch", {}, box, make("span"));
}

/** The strip of the replay: where it is, a slider, a step either way, and the way back to the game. */
function drawReplay(page, scene) {
  const strip = page.replay;
  const now = scene.controls.replay;
  const on = now !== null && !now.live;
  strip.hidden = !on;
  page.root.classList.toggle("replaying", on);
  if (!strip.firstChild) {
    strip.append(icon("replay"), make("b"), makeButton("first", { step: "first" }), makeButton("prev", { step: "-1" }));
    strip.append(make("input", "st-replay", { type: "range", min: 0, max: 0 }), makeButton("next", { step: "1" }));
    strip.append(make("span", "st-place"), makeButton(null, { step: "live" }));
  }
  const [, mode, first, back, slider, forth, place, leave] = strip.children;
  const name = word(scene, "replay");
  mark(strip, "aria-label", name);
  write(mode, name);
  mark(slider, "aria-label", name);
  drawButton(first, { label: word(scene, "replay_first"), on: on && now.at > 0 });
  drawButton(back, { label: word(scene, "replay_back"), on: on && now.at > 0 });
  drawButton(forth, { label: word(scene, "replay_forward"), on: on && now.at < now.of });
  drawButton(leave, { label: word(scene, "replay_live"), text: word(scene, "replay_live"), strong: true });
  if (!on) return;
  mark(slider, "max", now.of);
  mark(slider, "aria-valuetext", now.text);
  if (page.slid === null) slider.value = now.at;
  write(place, now.text);
}

function drawActions(page, scene) {
  const replaying = scene.controls.replay && !scene.controls.replay.live;
  mark(page.actions, "aria-label", word(scene, "actions"));
  keep(page.actions, scene.actions, (action) => action.id, makeAction, (button, action) => drawAction(button, action, scene));
  page.actions.hidden = scene.actions.length === 0;
  const onBoard = scene.pieces.some((piece) => piece.action); // then the board itself is the list
  write(page.waiting, scene.actions.length || scene.status.over || replaying ? "" : word(scene, onBoard ? "board" : "waiting"));
  page.waiting.classList.toggle("calm", onBoard);
  page.waiting.hidden = !page.waiting.textContent;
  page.hint.hidden = !scene.hint;
  write(page.hint.lastChild, scene.hint?.text);
  page.dock.hidden = page.actions.hidden && page.waiting.hidden && page.hint.hidden;
}

function makeAction() {
  const button = make("button", "st-action", { type: "button", tabindex: "-1" });
  const star = make("span", "st-star", {}, icon("star"), make("span", "st-sr"));
  const line = make("span", "st-value", {}, make("span", "st-detail"), make("span", "st-sr"), make("span", "st-loss"));
  button.append(make("span", "st-glyph"), make("span", "st-label", {}, star, make("span")), line, make("span", "st-note"));
  return button;
}

/** One offered action: what it does, and under it what it is worth when the coach is on. */
function drawAction(button, action, scene) {
  const [glyph, label, line, note] = button.children;
  const [star, text] = label.children;
  const [detail, worse, loss] = line.children;
  Object.assign(button.dataset, { id: action.id, kind: action.kind });
  button.choice = action.label;
  mark(button, "data-for", action.piece);
  const sign = action.icon ?? "";
  if (glyph.dataset.icon !== sign) {
    glyph.dataset.icon = sign;
    glyph.replaceChildren(...(LINES[sign] ? [icon(sign)] : SUITS[sign] ? [suit(sign)] : []));
  }
  if (action.kind === "roll" && !glyph.firstChild) glyph.append(dieFace(5, 6));
  colour(button, scene.status.seat);
  star.hidden = !action.best;
  write(star.lastChild, action.best ? `${word(scene, "best")}: ` : "");
  write(text, action.label);
  const valued = action.icon !== "back"; // putting a tile back is no move
  const computing = scene.controls.coach?.on && scene.controls.coach.busy && !action.detail && valued;
  write(detail, computing ? word(scene, "coach_busy") || "…" : action.detail);
  write(worse, action.loss ? ` ${word(scene, "loss")} ` : "");
  write(loss, action.loss);
  write(note, action.note);
  line.hidden = !detail.textContent && !action.loss;
  button.classList.toggle("best", Boolean(action.best));
  button.classList.toggle("computing", Boolean(computing));
  button.classList.toggle("hinted", scene.hint?.action === action.id);
}

/** What happened so far; it follows the newest line unless the reader has scrolled up. */
function drawLog(page, scene) {
  const { log, scroller } = page;
  write(page.logbox.firstChild, word(scene, "log"));
  mark(scroller, "aria-label", word(scene, "log"));
  const shapes = new Map(scene.players.map((player) => [player.seat, player.shape]));
  const create = () => make("li", "", {}, make("span", "st-seatmark"), make("span"));
  keep(log, scene.log, (line) => line.n, create, (item, line) => {
    const [seat, text] = item.children;
    const shape = shapes.get(line.seat) ?? "";
    if (seat.dataset.shape !== shape) {
      seat.dataset.shape = shape;
      seat.replaceChildren(...(shape ? [badge(shape)] : []));
    }
    colour(item, line.seat);
    item.value = line.n;
    item.classList.toggle("now", Boolean(line.now));
    write(text, line.text);
  });
  if (page.follow) requestAnimationFrame(() => (scroller.scrollTop = scroller.scrollHeight)); // a first scene has no height yet
  const hex = scene.zones.some((zone) => zone.kind === "hex");
  const keys = [["← →", "move_keys"], [hex && "Q W E A S D", "hex_keys"], [word(scene, "enter_key"), "choose_key"], ["Tab", "group_keys"]];
  keep(page.keys, keys.filter(([cap, key]) => cap && word(scene, key)), ([, key]) => key, makeKey, (node, [caps, key]) => {
    keep(node.firstChild, caps.split(" "), (cap) => cap, () => make("kbd"), write);
    write(node.lastChild, ` ${word(scene, key)}`);
  });
}

function makeKey() {
  return make("span", "", {}, make("span"), make("span"));
}

/** Tell something: the kernel is silent (with a button to try again), a refusal (one line why), or that all went well. */
function drawBanner(page, scene, { silent = false, good = false, say = "" } = {}) {
  const { banner } = page;
  if (!banner.firstChild) {
    banner.append(icon("warn"), icon("tick"), make("div", "", {}, make("b"), make("span")), makeButton(null, { retry: "" }), makeButton("close", { close: "" }));
  }
  const [, , text, retry, close] = banner.children;
  write(text.firstChild, silent ? word(scene, "lost") : say);
  write(text.lastChild, silent ? [word(scene, "lost_busy"), word(scene, "lost_how")].filter(Boolean).join(" ") : "");
  drawButton(retry, { label: word(scene, "retry"), text: word(scene, "retry"), strong: true });
  drawButton(close, { label: word(scene, "close") });
  retry.hidden = !silent;
  banner.classList.toggle("good", good);
  banner.hidden = !silent && !say;
}
