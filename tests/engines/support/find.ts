// Finds elements by what the user sees: kind, accessible name and text. The same code runs in the page of every engine,
// because the automation protocols differ in what they can find.

type Pattern = { source: string; flags: string };

/** A query that can be serialized and sent to the page. */
export type PageQuery = { css: string; name?: Pattern; text?: Pattern; within?: PageQuery };

/** `count` returns the number of visible matches. The others return an element or null. */
export type Purpose = 'count' | 'click' | 'fill' | 'upload';

/**
 * An expression for the page: whether the last element found to be clicked has received a click, now or within a second,
 * because Firefox delivers clicks later. True in a new document.
 */
export const hasClickArrived = `new Promise((resolve) => {
  const deadline = Date.now() + 1000;
  const look = () => {
    if (!globalThis.isClickPending || Date.now() > deadline) resolve(!globalThis.isClickPending);
    else setTimeout(look, 20);
  };
  look();
})`;

/** Runs in the page, so it must not reference anything outside its body. */
export function findInPage(query: PageQuery, purpose: Purpose): number | Element | null {
  function textOf(node: Element | null): string {
    const copy = node?.cloneNode(true) as Element | undefined;
    for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
    return (copy?.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  function nameOf(element: Element): string {
    const ids = element.getAttribute('aria-labelledby');
    if (ids)
      return ids
        .split(/\s+/)
        .map((id) => textOf(document.getElementById(id)))
        .join(' ');
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const { labels } = element as HTMLInputElement;
    if (labels && labels.length > 0) return [...labels].map(textOf).join(' ');
    return element.getAttribute('alt') ?? (textOf(element) || (element.getAttribute('title') ?? ''));
  }

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true });
    return isShown && width > 0 && height > 0 && !element.closest('[inert], [aria-hidden=true]');
  }

  const matches = (pattern: Pattern | undefined, text: () => string) =>
    !pattern || new RegExp(pattern.source, pattern.flags).test(text());

  function findAll({ css, name, text, within }: PageQuery): Element[] {
    const roots: ParentNode[] = within ? findAll(within) : [document];
    const found = roots
      .flatMap((root) => [...root.querySelectorAll(css)])
      .filter(
        (element) =>
          matches(text, () => textOf(element)) &&
          matches(name, () => nameOf(element)) &&
          (purpose === 'upload' || isVisible(element)),
      );
    // Only the innermost element with the text counts.
    return css === '*'
      ? found.filter((element) => !found.some((other) => other !== element && element.contains(other)))
      : found;
  }

  const found = findAll(query);
  if (purpose === 'count') return found.length;
  const element = found[0] as HTMLInputElement | undefined;
  if (!element || element.disabled) return null;
  if (purpose === 'upload') return element;

  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  // Focus reveals elements that are hidden until hover or focus.
  element.focus({ preventScroll: true });
  // An animated element is not ready until its animation ends.
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    const target = (effect as KeyframeEffect | null)?.target;
    return playState === 'running' && target?.contains(element) === true;
  });
  if (isMoving) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!hit || !element.contains(hit)) return null;
  if (purpose === 'click') {
    Object.assign(globalThis, { isClickPending: true });
    const arrived = () => Object.assign(globalThis, { isClickPending: false });
    element.addEventListener('click', arrived, { capture: true, once: true });
  }
  return element;
}
