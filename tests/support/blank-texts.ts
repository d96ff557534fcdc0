/** Texts that show nothing on the screen: each class of invisible characters that Unicode has, and all of them together. */
const invisible = [
  ...['\u0009', '\u000a', '\u0020', '\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u2029', '\u3000'],
  // Ignorable: soft hyphen, joiners, direction marks, fillers, variation selectors, tags.
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u180b', '\u180e', '\u200b'],
  ...['\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060', '\u2061', '\u2065', '\u2066'],
  ...[
    '\u2069',
    '\u206a',
    '\u3164',
    '\ufe00',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff0',
    '\u{1bca0}',
    '\u{1d173}',
  ],
  ...['\u{e0001}', '\u{e0020}', '\u{e007f}', '\u{e0100}', '\u{e0fff}'],
  // Symbols without ink: a braille blank, annotation anchors, an object replacement, hieroglyph blanks, a null note.
  ...['\u2800', '\ufff9', '\ufffc', '\u{13430}', '\u{13441}', '\u{13442}', '\u{1d159}'],
  // A combining mark without a letter.
  '\u0301',
];

export const blankTexts = [...invisible, invisible.join(''), ` \u200b\n${'\u3164'.repeat(30)} `];
