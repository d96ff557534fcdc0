// What a person does with a page that the server drew, before its code is there: nothing of it is lost when the browser's
// own drawing takes its place.

declare global {
  interface Window {
    /** Buttons and folds that were pressed, in their order; the document's inline script notes them. */
    logbookPressed?: Element[] | undefined;
  }
}

/**
 * Notes what has been typed and pressed in `place`, and where the focus is. Call the answer once the same page is drawn in
 * its place.
 */
export function doneSoFar(place: HTMLElement): () => void {
  const focused = fieldsOf(place).findIndex((field) => field === document.activeElement);
  const values = fieldsOf(place).map(({ value }) => value);
  const pressed = new Set(window.logbookPressed?.filter((one) => place.contains(one) && !isClosed(one)));
  const names = [...pressed].map((one) => nameIn(place, one));
  window.logbookPressed = undefined;
  return () => {
    const fields = fieldsOf(place);
    if (fields.length === values.length) {
      for (const [index, field] of fields.entries()) type(field, values[index]!);
      if (focused >= 0) fields[focused]!.focus();
    }
    for (const name of names)
      pressablesIn(place)
        .find((one) => nameIn(place, one) === name)
        ?.click();
  };
}

function fieldsOf(place: HTMLElement): HTMLInputElement[] {
  return [...place.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')];
}

function pressablesIn(place: HTMLElement): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('button, summary')];
}

/** A fold that was opened and closed again. */
function isClosed(pressed: Element): boolean {
  return pressed.matches('summary') && !pressed.parentElement!.hasAttribute('open');
}

/** What finds the same button in another drawing: what it is called, and which of those that are called so it is. */
function nameIn(place: HTMLElement, button: Element): string {
  const called = (one: Element) => one.getAttribute('aria-label') ?? one.textContent;
  const same = pressablesIn(place).filter((one) => called(one) === called(button));
  return `${called(button)} ${same.indexOf(button as HTMLElement)}`;
}

/** As a person would: React keeps the value of a field to itself, and hears of a change by the event. */
function type(field: HTMLInputElement, value: string): void {
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
