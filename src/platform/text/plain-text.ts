// Text that users write, as it is stored and counted.

// Any character that can be seen. Unicode calls most of the others ignorable (DI), space, mark or control; braille, Egyptian
// and musical notation have blanks that count as symbols, and an object replacement character stands for nothing here.
const visible = /[^\p{DI}\p{space}\p{M}\p{Cc}\u2800\ufff9-\ufffc\u{13430}-\u{13442}\u{1d159}]/u;

/** Whether a text shows nothing on the screen. The one rule for every field that must not be empty. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/**
 * Text as it is stored: `\n` line breaks, no control characters (PostgreSQL cannot store NUL), well-formed, trimmed. Empty
 * if it is blank.
 */
export function normalizeText(input: string): string {
  const text = input
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .toWellFormed()
    .trim();
  return isBlank(text) ? '' : text;
}

/**
 * Removes marks that change the direction of the text around them. For texts that leave the page, such as in an email:
 * its reader may have nothing that keeps their effect to the text itself.
 */
export function withoutDirections(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Length in code points, as PostgreSQL counts them: an emoji outside the basic plane is one, not two. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs++;
  }
  return text.length - pairs;
}
