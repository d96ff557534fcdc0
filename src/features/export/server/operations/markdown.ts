// The timeline as Markdown: one heading per month, newest first, with links to the files in the archive.
import { markdownOf } from '../../rules.ts';
import { markdownTexts as copy } from '../../texts.ts';
import type { Entry, Placed } from './sources.ts';

const dayMs = 86_400_000;

type About = { name: string; timeZone: string; files: Placed[]; now: Date };

export async function* timelineMarkdown(
  entries: AsyncIterable<Entry>,
  { name, timeZone, files, now }: About,
): AsyncGenerator<string> {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone });
  const [month, day] = [format({ month: 'long', year: 'numeric' }), format({ dateStyle: 'full' })];
  const attached = Map.groupBy(files, (file) => file.ownerId);
  yield `# ${markdownOf(copy.title(name))}\n\n${copy.exported(day.format(now), timeZone)}\n`;
  let lastHeading = '';
  for await (const entry of entries) {
    const created = new Date(entry.created_at);
    const heading = month.format(created);
    if (heading !== lastHeading) yield `\n## ${heading}\n`;
    lastHeading = heading;
    const recorded = new Date(entry.recorded_at);
    const datesDiffer = Math.abs(recorded.getTime() - created.getTime()) >= dayMs;
    const notes = [
      ...(datesDiffer ? [copy.recorded(day.format(recorded))] : []),
      ...(entry.edited_at === null ? [] : [copy.edited]),
    ];
    yield `\n### ${[day.format(created), entry.emoji].filter(Boolean).join(' ')}\n\n${markdownOf(entry.content)}\n`;
    if (notes.length > 0) yield `\n*${notes.join(', ')}*\n`;
    const links = (attached.get(entry.id) ?? []).map(
      (file) => `- [${markdownOf(file.name)}](<${file.path}>)\n`,
    );
    if (links.length > 0) yield `\n${links.join('')}`;
  }
  if (lastHeading === '') yield `\n${copy.empty}\n`;
}
