// Keyboard users must not be thrown back to the start of the page: when the focused element is removed, the focus moves
// to an element next to it. Components that know a better target set the focus themselves, before or after.
import { fallbackMark, focusAsFallback } from './free-focus.ts';

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** Self-contained areas: when one is removed, the focus returns to where it came from. */
const areas = '.toast-host, dialog, #root';

type Place = {
  area: Element | null;
  /** The focused element and its siblings, then the same for each ancestor. */
  ancestors: { element: Element; siblings: Element[] }[];
};

/** Where the focus was in each area (the page, a dialog, a toast). The current place is last. */
let focusHistory: Place[] = [];
/** Whether the last input came from the keyboard. Pointer users do not need the focus restored. */
let keyboardUsed = true;

/** Starts watching for lost focus. Call it once per page. */
export function watchLostFocus(): void {
  const remember = () => {
    focusHistory = keyboardUsed ? withPlace(focusHistory, document.activeElement) : [];
  };
  const onInput = (keyboard: boolean) => () => {
    keyboardUsed = keyboard;
    remember();
  };
  remember();
  addEventListener('keydown', onInput(true), true);
  addEventListener('pointerdown', onInput(false), true);
  addEventListener('focusin', remember);
  addEventListener('focusout', ({ target }) => {
    (target as Element).removeAttribute(fallbackMark);
    // The focus was moved away on purpose.
    queueMicrotask(() => {
      if (isFocusLost() && (target as Element).isConnected && document.hasFocus()) focusHistory = [];
    });
  });
  new MutationObserver(() => {
    const previous = focusHistory.at(-1)?.ancestors[0];
    if (!previous || previous.element.isConnected || !isFocusLost()) return;
    const lost = focusHistory.toReversed();
    focusHistory = [];
    afterFrames(2, () => void (isFocusLost() && lost.some(restoreFocus)));
  }).observe(document.body, { childList: true, subtree: true });
}

const isFocusLost = () => document.activeElement === document.body || document.activeElement === null;

function withPlace(places: Place[], element: Element | null): Place[] {
  if (!element || element === document.body) return places;
  const area = element.closest(areas);
  const ancestors: Place['ancestors'] = [];
  for (let at: Element | null = element; at && at !== area; at = at.parentElement) {
    const siblings = [at.nextElementSibling, at.previousElementSibling].filter((sibling) => sibling !== null);
    ancestors.push({ element: at, siblings });
  }
  const known = places.findIndex((place) => place.area === area);
  return [...(known === -1 ? places : places.slice(0, known)), { area, ancestors }];
}

/** Tries the siblings first, then the ancestors, from the inside out. */
function restoreFocus({ area, ancestors }: Place): boolean {
  const found = ancestors.some(({ element, siblings }) =>
    element.isConnected
      ? tryFocus(element)
      : siblings.some((sibling) => sibling.isConnected && tryFocus(sibling)),
  );
  return found || (area !== null && area.matches('dialog') && tryFocus(area));
}

function tryFocus(root: Element): boolean {
  for (const candidate of [root, ...root.querySelectorAll<HTMLElement>(focusable)]) {
    if (!candidate.matches(focusable) || !candidate.checkVisibility()) continue;
    focusAsFallback(candidate as HTMLElement);
    if (document.activeElement === candidate) return true;
  }
  return false;
}

function afterFrames(count: number, work: () => void): void {
  if (count === 0) work();
  else requestAnimationFrame(() => afterFrames(count - 1, work));
}
