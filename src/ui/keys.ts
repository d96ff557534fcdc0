// Keys as people know them: by their letter on any layout, and by their platform's name.

/** Whether this is an Apple device, where ⌘ stands for what Ctrl does elsewhere. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** What the platform's key for commands is called. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** Whether the platform's key for commands is held, and no other one beside it. */
export function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/** The letter of a key, a to z: as the layout names it, or, on a layout without Latin letters, by the key's place. */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) && !/^[\p{ASCII}]$/u.test(key) ? code.at(3)?.toLowerCase() : undefined;
}

/** Whether a key belongs to a field that is typed into. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** Whether a dialog has the page to itself. */
export function isModal(): boolean {
  return document.querySelector('dialog:modal') !== null;
}

const key = 'logbook-single-keys';

/** Whether keys without a modifier do something: people who speak to their computer can turn them off (WCAG 2.1.4). */
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

/** Whether a key pressed alone is meant as a shortcut: not typed, not in a dialog, not part of composing a letter. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return false;
  return singleKeysOn() && !isTyping(event) && !isModal();
}
