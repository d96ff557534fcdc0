/**
 * Markdown as the plain text of an entry: links keep their address, emphasis and embedded files are dropped. What is between
 * marks is bounded, so that marks that never close take no time.
 */
export function plainFromMarkdown(text: string): string {
  return text
    .replace(/!\[\[[^[\]\n]*\]\]/g, '')
    .replace(/!\[[^[\]\n]*\]\([^)\n]{0,2000}\)/g, '')
    .replace(/\[\[([^[\]|\n]+)\|([^[\]\n]+)\]\]/g, '$2')
    .replace(/\[\[([^[\]\n]+)\]\]/g, '$1')
    .replace(/\[([^[\]\n]+)\]\((https?:[^)\s]{1,2000})\)/g, (_, label: string, address: string) =>
      label === address ? address : `${label} (${address})`,
    )
    .replace(/(\*\*|__)(?=\S)([^\n]{0,1000}?\S)\1/g, '$2')
    .replace(/(?<![\w*\\])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, '$1')
    .replace(/==(?=\S)([^\n]{0,1000}?\S)==/g, '$1')
    .replace(/~~(?=\S)([^\n]{0,1000}?\S)~~/g, '$1')
    .replace(/^([ \t]*)#{1,6}\s+/gm, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
