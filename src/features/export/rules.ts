// A plain text as Markdown that shows the same words: nothing in it is markup but lists and addresses.

const address = /(https?:\/\/[^\s<>"]+)/;
const marks = /[\\`*_[\]<>#|~&!]/g;

function line(text: string): string {
  // Four spaces would be code, a line of dashes a heading.
  const plain = text.replace(/^\s{4,}/, '   ').trimEnd();
  if (/^\s*(-+|=+)$/.test(plain)) return plain.replace(/[-=]/, '\\$&');
  return plain
    .split(address)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(marks, '\\$&')))
    .join('');
}

/** Line breaks stay line breaks, empty lines part paragraphs. */
export function markdownOf(text: string): string {
  const lines = text.split('\n').map(line);
  return lines.map((one, at) => (one === '' || (lines[at + 1] ?? '') === '' ? one : `${one}  `)).join('\n');
}
