/** Marks an element that has the focus as a fallback, because the focused one was removed. */
export const fallbackMark = 'data-found-focus';

/** Whether nothing has the focus, or only a fallback: then a better element may take it. */
export function isFocusFree(): boolean {
  return document.activeElement?.matches(`body, [${fallbackMark}]`) ?? true;
}

/** Focuses an element as a fallback, until a better one takes the focus. */
export function focusAsFallback(element: HTMLElement): void {
  element.focus();
  element.setAttribute(fallbackMark, '');
}
