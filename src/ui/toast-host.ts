// Everything outside an open modal dialog is inert, including toasts. So the host element of all toasts moves into the
// topmost dialog and back. On the page it is a manual popover, which keeps it above everything.
let host: HTMLElement | undefined;

/** The element that contains all toasts. Created on first use. */
export function toastHost(): HTMLElement {
  if (!host) {
    host = document.createElement('div');
    host.popover = 'manual';
    host.className = 'toast-host';
  }
  return host;
}

const fields = 'input:not([type=hidden]):not([hidden]), textarea, select';

/** Whether the toasts cover a field of the focused form. */
function coversFields(box: DOMRect): boolean {
  const form = document.activeElement?.closest('form');
  return [...(form?.querySelectorAll(fields) ?? [])].some((field) => {
    const { top, bottom, left, right } = field.getBoundingClientRect();
    return top < box.bottom && bottom > box.top && left < box.right && right > box.left;
  });
}

/**
 * Keeps toasts on the page from covering fields of the focused form: they move to the top of the window, or the focused
 * field scrolls into view. Dialogs have a separate place for toasts.
 */
export function keepFieldsClear(): void {
  const host = toastHost();
  const place = () => {
    // In a dialog's place for toasts, they cover nothing (see raiseToastHost).
    if (host.popover === null) return;
    const { height } = host.getBoundingClientRect();
    if (height < 2) delete host.dataset['top'];
    if (height < 2 || !coversFields(host.getBoundingClientRect())) return;
    host.toggleAttribute('data-top');
    if (!coversFields(host.getBoundingClientRect())) return;
    host.toggleAttribute('data-top');
    // Not for a control pressed with the pointer: the press would miss. Text fields always match.
    document.querySelector(':focus-visible')?.scrollIntoView({ block: 'center' });
  };
  new ResizeObserver(place).observe(host);
  addEventListener('focusin', place);
}

/**
 * Moves the host to where it is visible and operable: into the topmost modal dialog, or the page. If a dialog has a
 * `data-messages` element, toasts go there and take up space instead of covering the dialog.
 */
export function raiseToastHost(): void {
  if (!host) return;
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const room = modal?.querySelector('[data-messages]');
  const place = room ?? modal ?? document.body;
  if (host.parentElement === place) return;
  host.popover = room ? null : 'manual';
  place.append(host);
  if (!room) host.showPopover?.();
}
