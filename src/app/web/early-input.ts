// Preserves what the user does on a server-rendered page before its code is loaded, so that nothing is lost when the
// browser's own rendering replaces the page.

declare global {
  interface Window {
    /** Buttons and summaries that were pressed, in order. The document's inline script records them. */
    logbookPressed?: Element[] | undefined;
  }
}

/**
 * Captures the input, pressed buttons and focus in `container`. Call the returned function after rendering the same
 * page in its place.
 */
export function captureInput(container: HTMLElement): () => void {
  const focused = fieldsOf(container).findIndex((field) => field === document.activeElement);
  // Only what was typed: the browser's rendering may know more than the server's, such as the address in a link.
  const values = fieldsOf(container).map(({ value, defaultValue }) =>
    value === defaultValue ? undefined : value,
  );
  const pressed = new Set(
    window.logbookPressed?.filter((element) => container.contains(element) && !isClosed(element)),
  );
  const names = [...pressed].map((element) => nameIn(container, element));
  window.logbookPressed = undefined;
  return () => {
    const fields = fieldsOf(container);
    if (fields.length === values.length) {
      for (const [index, field] of fields.entries()) enter(field, values[index]);
      if (focused >= 0) fields[focused]!.focus();
    }
    for (const name of names)
      pressablesIn(container)
        .find((element) => nameIn(container, element) === name)
        ?.click();
  };
}

function fieldsOf(container: HTMLElement): HTMLInputElement[] {
  return [...container.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')];
}

function pressablesIn(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>('button, summary')];
}

/** A summary that was pressed to open and again to close. */
function isClosed(pressed: Element): boolean {
  return pressed.matches('summary') && !pressed.parentElement!.hasAttribute('open');
}

/** Identifies a button across renderings: its label, and its index among buttons with the same label. */
function nameIn(container: HTMLElement, button: Element): string {
  const labelOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
  const same = pressablesIn(container).filter((other) => labelOf(other) === labelOf(button));
  return `${labelOf(button)} ${same.indexOf(button as HTMLElement)}`;
}

/** Types into the field as a user would: React tracks the value itself and notices changes only by the event. */
function enter(field: HTMLInputElement, value: string | undefined): void {
  if (value === undefined || field.value === value) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
