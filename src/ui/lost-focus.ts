// Who works by keys must not be thrown back to the start of the page: when what has the focus is taken off the page, the
// focus goes to what stands beside it. What knows a better place gives it there itself, before or after.
import { foundMark, lendFocus } from './free-focus.ts';

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** What stands for itself: from there the focus goes back to where it came from. */
const enclosures = '.toast-host, dialog, #root';

type Place = {
  within: Element | null;
  /** An element, what stood beside it, and the same for all that it stood in. */
  around: { element: Element; beside: Element[] }[];
};

/** Where the focus is, last; before it where it came from: the page, a dialog, a message. */
let trail: Place[] = [];
/** The last thing done was done by a key. With a pointer the eye is where the finger is. */
let byKeys = true;

/** From now on, once for the page. */
export function keepFocus(): void {
  const remember = () => {
    trail = byKeys ? withPlace(trail, document.activeElement) : [];
  };
  const heard = (keys: boolean) => () => {
    byKeys = keys;
    remember();
  };
  remember();
  addEventListener('keydown', heard(true), true);
  addEventListener('pointerdown', heard(false), true);
  addEventListener('focusin', remember);
  addEventListener('focusout', ({ target }) => {
    (target as Element).removeAttribute(foundMark);
    // Left on purpose: nothing is lost.
    queueMicrotask(() => {
      if (isNowhere() && (target as Element).isConnected && document.hasFocus()) trail = [];
    });
  });
  new MutationObserver(() => {
    const had = trail.at(-1)?.around[0];
    if (!had || had.element.isConnected || !isNowhere()) return;
    const lost = trail.toReversed();
    trail = [];
    afterFrames(2, () => void (isNowhere() && lost.some(goBack)));
  }).observe(document.body, { childList: true, subtree: true });
}

const isNowhere = () => document.activeElement === document.body || document.activeElement === null;

function withPlace(before: Place[], element: Element | null): Place[] {
  if (!element || element === document.body) return before;
  const within = element.closest(enclosures);
  const around: Place['around'] = [];
  for (let at: Element | null = element; at && at !== within; at = at.parentElement) {
    const beside = [at.nextElementSibling, at.previousElementSibling].filter((one) => one !== null);
    around.push({ element: at, beside });
  }
  const known = before.findIndex((one) => one.within === within);
  return [...(known === -1 ? before : before.slice(0, known)), { within, around }];
}

/** What is beside comes first, then what is around, from the inside out. */
function goBack({ within, around }: Place): boolean {
  const found = around.some(({ element, beside }) =>
    element.isConnected ? take(element) : beside.some((one) => one.isConnected && take(one)),
  );
  return found || (within !== null && within.matches('dialog') && take(within));
}

function take(root: Element): boolean {
  for (const one of [root, ...root.querySelectorAll<HTMLElement>(stops)]) {
    if (!one.matches(stops) || !one.checkVisibility()) continue;
    lendFocus(one as HTMLElement);
    if (document.activeElement === one) return true;
  }
  return false;
}

function afterFrames(count: number, work: () => void): void {
  if (count === 0) work();
  else requestAnimationFrame(() => afterFrames(count - 1, work));
}
