// Converts plain text to Markdown that renders as the same text. Only lists and addresses keep their Markdown meaning.

const address = /(https?:\/\/[^\s<>"]+)/;
const marks = /[\\`*_[\]<>#|~&!]/g;

function line(text: string): string {
  // Four spaces would start a code block, and a line of dashes would make a heading.
  const plain = text.replace(/^\s{4,}/, '   ').trimEnd();
  if (/^\s*(-+|=+)$/.test(plain)) return plain.replace(/[-=]/, '\\$&');
  return plain
    .split(address)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(marks, '\\$&')))
    .join('');
}

/** Keeps line breaks. Empty lines separate paragraphs. */
export function markdownOf(text: string): string {
  const lines = text.split('\n').map(line);
  return lines
    .map((text, at) => (text === '' || (lines[at + 1] ?? '') === '' ? text : `${text}  `))
    .join('\n');
}
