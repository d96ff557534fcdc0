// Reserves room for the invitations panel while it loads, so that nothing moves when it appears. The page's inline script
// (src/app/web/index.html) reads the stored height before the first paint.

/** `<width of the window> <height of the panel>`, in CSS pixels: text wraps differently at another width. */
const key = 'logbook-invitations';
const property = '--invitations';

/** Ends the reservation: the panel takes its own room now, or none. */
export function releaseRoom(): void {
  document.documentElement.style.removeProperty(property);
}

/** Stores the height for the next visit. 0: there is no panel. */
export function keepHeight(height: number): void {
  try {
    if (height === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, `${innerWidth} ${height}`);
  } catch {
    // Without storage, the panel moves what is below it.
  }
}

/** For the panel's `ref`: stores its height as it changes, without the parts that the next visit does not show. */
export function followHeight(panel: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const passing = [...panel.querySelectorAll<HTMLElement>('[data-passing]')];
    keepHeight(passing.reduce((height, part) => height - part.offsetHeight, panel.offsetHeight));
  });
  observer.observe(panel);
  return () => observer.disconnect();
}
