import { emojis } from '#features/check-ins/constants.ts';

type Emoji = (typeof emojis)[number];

// Phones add the selector for the colored form.
const one = `(${emojis.join('|')})\\ufe0f?`;
const atBeginning = new RegExp(`^${one}(?:\\s+|$)`, 'u');
const atEnd = new RegExp(`\\s${one}\\s*$`, 'u');

/**
 * Takes the emoji of the entry from the beginning or the end of the first line. One that is not among the ten of an entry
 * stays in the text, and so does one that is all of it. `chosen`: the emoji, if the caller has named one.
 */
export function splitEmoji(
  text: string,
  chosen: Emoji | null | undefined,
): { content: string; emoji: Emoji | null } {
  if (chosen) return { content: text, emoji: chosen };
  const [line = ''] = /^.*/.exec(text.trimStart()) ?? [];
  const rest = text.trimStart().slice(line.length);
  const found = atBeginning.exec(line) ?? atEnd.exec(line);
  const content = found ? line.replace(found[0], '') + rest : text;
  return content.trim() === '' || !found
    ? { content: text, emoji: null }
    : { content, emoji: found[1] as Emoji };
}
