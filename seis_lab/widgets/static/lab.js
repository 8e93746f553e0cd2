// The rule lab's only script: no plain key typed in it reaches the notebook, where a focused button in an output would
// otherwise mean "cut this cell" to the letter x; and the lab is told whether the page is light or dark.

const keep = (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
};

function theme() {
  const { jpThemeLight } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false" ? "dark" : "light";
  const { classList } = document.body;
  if (classList.contains("vscode-dark") || classList.contains("vscode-high-contrast")) return "dark";
  return "light";
}

export default {
  render({ el }) {
    let root = null;
    const paint = () => root && (root.dataset.theme = theme());
    const watcher = new MutationObserver(paint);
    let waiting = 0;
    const attach = () => {
      root = el.closest(".seis-lab");
      if (!root) {
        waiting = requestAnimationFrame(attach);
        return;
      }
      root.addEventListener("keydown", keep);
      watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light", "class"] });
      paint();
    };
    attach();
    return () => {
      cancelAnimationFrame(waiting);
      watcher.disconnect();
      root?.removeEventListener("keydown", keep);
    };
  },
};
