// How much of the window the on-screen keyboard covers. Browsers that do not resize the page for it (Safari, Chrome) only
// shrink and move the visual viewport. The style sheet keeps dialogs, menus and toasts out of the covered part.

/** Keeps `--covered-top` and `--covered-bottom` of the page up to date. Call it once. */
export function watchCoveredEdges(): void {
  const visual = globalThis.visualViewport;
  if (!visual) return;
  const root = document.documentElement;
  let known = '0 0';
  const update = () => {
    // A user who zooms in sees a part of the page and moves it.
    const isZoomed = Math.abs(visual.scale - 1) > 0.01;
    const top = isZoomed ? 0 : Math.max(0, Math.round(visual.offsetTop));
    const bottom = isZoomed
      ? 0
      : Math.max(0, Math.round(root.clientHeight - visual.offsetTop - visual.height));
    if (known === `${top} ${bottom}`) return;
    known = `${top} ${bottom}`;
    root.style.setProperty('--covered-top', `${top}px`);
    root.style.setProperty('--covered-bottom', `${bottom}px`);
  };
  visual.addEventListener('resize', update);
  visual.addEventListener('scroll', update);
  update();
}
