// Text as outlines, for pictures: they look the same on machines without fonts. letter-outlines.json contains the letters
// of Schibsted Grotesk (wght 760, latin and latin-ext; SIL Open Font License 1.1), made from the bundled font: by
// character, the advance and an SVG path, in thousandths of the font size, with the baseline at 0.
import outlines from './letter-outlines.json' with { type: 'json' };

const letters = new Map(Object.entries(outlines as unknown as Record<string, [number, string]>));

/** Of all letters, in thousandths of the font size. */
const tracking = -18;

export type OutlinedText = {
  /** Path elements of an SVG, starting at x = 0 on the baseline, in thousandths of the font size. */
  paths: string;
  width: number;
};

/** Whether the font has all characters of a text. */
export function canOutline(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => letters.has(character));
}

/** The outlines of a text, or null if a character is not in the font. */
export function outlined(text: string): OutlinedText | null {
  let x = 0;
  let paths = '';
  for (const character of text.normalize('NFC')) {
    const letter = letters.get(character);
    if (!letter) return null;
    const [advance, path] = letter;
    if (path) paths += `<path transform="translate(${x})" d="${path}"/>`;
    x += advance + tracking;
  }
  return { paths, width: paths === '' ? 0 : x - tracking };
}
