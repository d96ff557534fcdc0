/** Marks what has the focus in the place of something that is gone. */
export const foundMark = 'data-found-focus';

/** Whether nothing has the focus, or something that only stands in: then a better place may take it. */
export function isFocusFree(): boolean {
  return document.activeElement?.matches(`body, [${foundMark}]`) ?? true;
}

/** Gives it the focus until something better takes it. */
export function lendFocus(element: HTMLElement): void {
  element.focus();
  element.setAttribute(foundMark, '');
}
