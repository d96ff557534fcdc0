/** A running text. `html`: made by `renderMarkdown`. The style sheet of reading pages gives it its typography. */
export function Prose({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger -- our own text, in which only allowed elements remain
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
