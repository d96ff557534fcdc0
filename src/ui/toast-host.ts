// Everything outside an open modal dialog is inert, messages too. So the one host element of all messages moves into
// the topmost dialog and back; on the page as a manual popover, which keeps it above everything.
let host: HTMLElement | undefined;

/** The element that messages are drawn into; made at first use. */
export function toastHost(): HTMLElement {
  if (!host) {
    host = document.createElement('div');
    host.popover = 'manual';
    host.className = 'toast-host';
  }
  return host;
}

const fields = 'input:not([type=hidden]):not([hidden]), textarea, select';

/** Whether the messages cover a field of the form in use. */
function coversFields(box: DOMRect): boolean {
  const form = document.activeElement?.closest('form');
  return [...(form?.querySelectorAll(fields) ?? [])].some((field) => {
    const { top, bottom, left, right } = field.getBoundingClientRect();
    return top < box.bottom && bottom > box.top && left < box.right && right > box.left;
  });
}

/**
 * From now on messages on the page cover no field of the form in use: they move to the top of the window, or the field
 * that has the focus scrolls clear of them. In a dialog they have a place of their own.
 */
export function keepFieldsClear(): void {
  const host = toastHost();
  const place = () => {
    if (host.popover === null) return;
    const { height } = host.getBoundingClientRect();
    if (height < 2) delete host.dataset['top'];
    if (height < 2 || !coversFields(host.getBoundingClientRect())) return;
    host.toggleAttribute('data-top');
    if (!coversFields(host.getBoundingClientRect())) return;
    host.toggleAttribute('data-top');
    // Not under a pointer that is pressing a checkbox: it would miss.
    document.querySelector(':focus-visible')?.scrollIntoView({ block: 'center' });
  };
  new ResizeObserver(place).observe(host);
  addEventListener('focusin', place);
}

/**
 * Puts the host where it can be seen, heard and pressed: into the topmost modal dialog, or the page. A dialog that has a
 * place for messages, marked by `data-messages`, makes room for them there, so that they cover nothing of it.
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
