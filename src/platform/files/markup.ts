// Pure looks at text, the same for a file on the server and one that a browser holds.

// Tab, line feed, form feed and carriage return are the control characters that texts have.
const control = /[^\P{Cc}\t\n\f\r]/u;

export function hasControls(text: string): boolean {
  return control.test(text);
}

/** The encoding that the first bytes of a text tell: strict UTF-8 unless they are a mark of UTF-16. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Looks for markup as browsers sniff it: the first tag after white space, comments and declarations. */
export function markupOf(start: string): 'plain' | 'html' | 'svg' {
  let rest = start;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.trimStart();
    if (/^<!doctype\s+html/i.test(rest)) return 'html';
    if (/^<!doctype\s+svg/i.test(rest)) return 'svg';
    rest = rest
      .replace(/^<\?[^>]*>/, '')
      .replace(/^<!--[^]*?-->/, '')
      .replace(/^<!doctype[^>[]*(\[[^\]]*\])?\s*>/i, '');
  }
  if (/^<([a-z0-9]+:)?svg[\s>/]/i.test(rest)) return 'svg';
  const tags =
    'html|head|body|script|iframe|style|title|meta|link|base|object|embed|form|div|font|table|h1|br|p|a|b|img|video';
  return new RegExp(`^<(${tags})[\\s>/]`, 'i').test(rest) ? 'html' : 'plain';
}
