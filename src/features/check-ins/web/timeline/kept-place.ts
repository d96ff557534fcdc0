// Keeps the place in a long timeline over a reload, and over Back from another document. The browser alone restores it only
// as far down as the server's document reaches, which has no room for the rows further down. Loaded once the page is in
// use, and by a page whose entry of the history has such a place.
import { chunkHeights } from '../entries/row-height.ts';

/** In the state of the history's entry. Rows have the same height only in a window of the same width. */
type Kept = {
  width: number;
  top: number;
  heights: [string, number][];
  /** The topmost entry in the window, and where its row begins: a height may not have been measured. */
  row: { id: string; at: number } | undefined;
};

/** How long the document may take to be as high as before, and how often it is measured. Milliseconds. */
const maxWaitMs = 5000;
const everyMs = 50;

/** How long the user has not scrolled when the place is kept. Milliseconds. A browser keeps no state that is set on leaving. */
const pauseMs = 150;

let pause = setTimeout(keepPlace, pauseMs);
let isRestoring = false;
addEventListener('scroll', () => {
  clearTimeout(pause);
  pause = setTimeout(keepPlace, pauseMs);
});

function keepPlace(): void {
  if (isRestoring) return;
  const rows = document.querySelectorAll<HTMLElement>('[data-entry]');
  const first = [...rows].find((row) => row.getBoundingClientRect().bottom > 0);
  const row = first && { id: first.dataset['entry']!, at: first.getBoundingClientRect().top };
  const place: Kept = { width: innerWidth, top: scrollY, heights: [...chunkHeights], row };
  history.replaceState({ ...history.state, place }, '');
}

/** Call it before the page is rendered: from then on, its placeholders are as high as before. */
export function restorePlace(): void {
  const { place } = history.state as { place: Kept };
  // At the top, there is nothing to restore.
  if (place.width !== innerWidth || place.top === 0) return;
  for (const [chunk, height] of place.heights) chunkHeights.set(chunk, height);
  isRestoring = true;
  const acted = new AbortController();
  const stop = () => acted.abort();
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(act, stop, { capture: true, passive: true, signal: acted.signal });
  const latest = performance.now() + maxWaitMs;
  const timer = setInterval(() => {
    if (!acted.signal.aborted && performance.now() < latest && !isRestored(place)) return;
    clearInterval(timer);
    stop();
    isRestoring = false;
    keepPlace();
  }, everyMs);
}

/** Scrolls towards the place, and returns whether it is reached. */
function isRestored({ top, row }: Kept): boolean {
  const shown = row && document.querySelector(`[data-entry="${row.id}"]`);
  if (shown && scrollY > 0) scrollBy(0, shown.getBoundingClientRect().top - row.at);
  else if (document.documentElement.scrollHeight >= top + innerHeight) scrollTo(0, top);
  else return false;
  return !row || (shown !== null && scrollY > 0);
}
