/** Copies text to the clipboard. Also works on plain http, where the Clipboard API is missing. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  (document.querySelector('dialog:modal') ?? document.body).append(area);
  area.select();
  // Deprecated, but the only way without a secure context.
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!copied) throw new Error('The browser did not copy.');
}
