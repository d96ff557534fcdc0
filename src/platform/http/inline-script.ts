// A script inside a page, which the page's content security policy allows by its hash.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export type InlineScript = {
  /** The element, to be placed in the head: it runs when the page is parsed. */
  element: string;
  /** For `script-src`. */
  source: string;
};

/** Reads a built script. Throws if it would end its own element. */
export function readInlineScript(file: string): InlineScript & { code: string } {
  const code = readFileSync(file, 'utf8').trim();
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} would end its own element.`);
  return {
    code,
    element: `<script type="module">${code}</script>`,
    source: `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  };
}
