// Keyboard shortcuts that follow the keyboard layout and the platform's naming.
import { texts } from './texts.ts';

/** Whether this is an Apple device, where ⌘ is used instead of Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Name of the platform's command key. */
export const commandKey = isApple ? '⌘' : texts.controlKey;

/** Whether the platform's command key is the only modifier held. */
export function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/** The letter of a key, a to z. On layouts without Latin letters, the letter of its physical position. */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) && !/^[\p{ASCII}]$/u.test(key) ? code.at(3)?.toLowerCase() : undefined;
}

/** Whether a key event goes to a text field. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** Whether a modal dialog is open. */
export function isModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

const key = 'logbook-single-keys';

/** Whether single-key shortcuts are on. Speech input users can turn them off (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Without storage they stay on.
  }
}

/** Whether a key without modifiers is a shortcut: not typed into a field, in a dialog, or during IME composition. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return false;
  return singleKeysOn() && !isTyping(event) && !isModal();
}
