/** Puts a text on the clipboard, on plain http in a local network too, where the page may not ask for it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  (document.querySelector('dialog:modal') ?? document.body).append(area);
  area.select();
  // The only way without a secure context; browsers keep it for that.
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!copied) throw new Error('The browser did not copy.');
}
