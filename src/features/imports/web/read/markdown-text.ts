/** Markdown as the plain text of an entry: links keep their address, emphasis and embedded files are dropped. */
export function plainFromMarkdown(text: string): string {
  return text
    .replace(/!\[\[[^\]\n]*\]\]/g, '')
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
    .replace(/\[\[([^\]|\n]+)\|([^\]\n]+)\]\]/g, '$2')
    .replace(/\[\[([^\]\n]+)\]\]/g, '$1')
    .replace(/\[([^\]\n]+)\]\((https?:[^)\s]+)\)/g, (_, label: string, address: string) =>
      label === address ? address : `${label} (${address})`,
    )
    .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*?\S)\*(?![\w*])/g, '$1')
    .replace(/==(?=\S)([^\n]*?\S)==/g, '$1')
    .replace(/~~(?=\S)([^\n]*?\S)~~/g, '$1')
    .replace(/^(\s*)#{1,6}\s+/gm, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
}
