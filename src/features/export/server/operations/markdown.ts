// The timeline as Markdown: one heading per month, newest first, with links to the files in the archive.
import { datesDiffer } from '#features/check-ins/reading-rules.ts';
import { language, list } from '#platform/text/language.ts';
import { markdownOf } from '../../rules.ts';
import { markdownTexts as copy } from '../../texts.ts';
import type { Entry, Placed } from './sources.ts';

type About = { name: string; timeZone: string; files: Placed[]; now: Date };

export async function* timelineMarkdown(
  entries: AsyncIterable<Entry>,
  { name, timeZone, files, now }: About,
): AsyncGenerator<string> {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language.tag, { ...options, timeZone });
  const [month, day] = [format({ month: 'long', year: 'numeric' }), format({ dateStyle: 'full' })];
  const attached = Map.groupBy(files, (file) => file.ownerId);
  yield `# ${markdownOf(copy.title(name))}\n\n${copy.exported(day.format(now), timeZone)}\n`;
  let lastHeading = '';
  for await (const entry of entries) {
    const created = new Date(entry.created_at);
    const heading = month.format(created);
    if (heading !== lastHeading) yield `\n## ${heading}\n`;
    lastHeading = heading;
    const notes = [
      ...(datesDiffer(entry.created_at, entry.recorded_at)
        ? [copy.recorded(day.format(new Date(entry.recorded_at)))]
        : []),
      ...(entry.edited_at === null ? [] : [copy.edited]),
    ];
    yield `\n### ${[day.format(created), entry.emoji].filter(Boolean).join(' ')}\n\n${markdownOf(entry.content)}\n`;
    if (notes.length > 0) yield `\n*${list(notes, 'unit')}*\n`;
    const links = (attached.get(entry.id) ?? []).map(
      (file) => `- [${markdownOf(file.name)}](<${file.path}>)\n`,
    );
    if (links.length > 0) yield `\n${links.join('')}`;
  }
  if (lastHeading === '') yield `\n${copy.empty}\n`;
}
