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
