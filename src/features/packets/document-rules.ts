// A packet as text: in Markdown for documents and forms that read it, and plain for those that do not.
import { list } from '#platform/text/language.ts';
import type { FrozenItem, PacketDocument } from './format-contract.ts';
import { dayTitle, fileLine, provenanceOf } from './provenance-rules.ts';
import { provenanceTexts as texts } from './provenance-texts.ts';

/** The quote under a vouch, if the reference wrote a sentence. */
const statementOf = (item: FrozenItem) => (item.kind === 'vouch' ? item.statement : undefined);
const filesOf = (item: FrozenItem) => (item.kind === 'entry' ? (item.files ?? []) : []);

/** The document in Markdown. Whatever users wrote stays text: nothing of it becomes a heading, a link or HTML. */
export function toMarkdown(document: PacketDocument): string {
  const { title, author, introduction, period, timeZone, groups } = document;
  const blocks = [
    `# ${inline(title)}`,
    `${author === '' ? '' : `${inline(texts.by(author))}  \n`}${texts.period(dayTitle(period.from), dayTitle(period.to))}`,
    ...paragraphs(introduction),
    ...groups.flatMap((group) => [
      ...(group.title === '' ? [] : [`## ${inline(group.title)}`]),
      ...paragraphs(group.line),
      group.items.map((item) => bullet(item, timeZone)).join('\n'),
    ]),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function bullet(item: FrozenItem, timeZone: string): string {
  const lines = [
    ...escaped(item.text).split('\n'),
    ...(statementOf(item)
      ?.split('\n')
      .map((line) => `> ${escaped(line)}`) ?? []),
    `*${inline(list(provenanceOf(item, timeZone), 'unit'))}*`,
    ...filesOf(item).map((file) => `*${inline(fileLine(file))}*`),
    ...(item.note === undefined ? [] : escaped(item.note).split('\n')),
  ];
  // Two spaces at the end of a line keep its break.
  return lines
    .map((line, at) => `${at === 0 ? '- ' : '  '}${line}${at < lines.length - 1 ? '  ' : ''}`)
    .join('\n');
}

const paragraphs = (text: string): string[] =>
  text === '' ? [] : [escaped(text).replaceAll(/\n(?!\n)/g, '  \n')];

const inline = (text: string): string => escaped(text.replaceAll(/\s+/g, ' '));

/** White space within a line: with the ends of lines, a text of nothing else would be read again from each of them. */
const indent = String.raw`[^\S\n\r\u2028\u2029]*`;

/** Text whose Markdown is escaped, also at the beginning of lines. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|~#]/g, String.raw`\$&`)
    .replaceAll(new RegExp(`^(${indent})([-+=])`, 'gm'), String.raw`$1\$2`)
    .replaceAll(new RegExp(`^(${indent}\\d+)([.)])`, 'gm'), String.raw`$1\$2`);
}

/** The document as plain text, with bullets. */
export function toPlainText(document: PacketDocument): string {
  const { title, author, introduction, period, timeZone, groups } = document;
  const head = [
    title,
    ...(author === '' ? [] : [texts.by(author)]),
    texts.period(dayTitle(period.from), dayTitle(period.to)),
  ];
  const blocks = [
    head.join('\n'),
    introduction,
    ...groups.map((group) =>
      [group.title, group.line, ...group.items.map((item) => plainBullet(item, timeZone))]
        .filter((line) => line !== '')
        .join('\n'),
    ),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function plainBullet(item: FrozenItem, timeZone: string): string {
  const statement = statementOf(item);
  const lines = [
    ...item.text.split('\n'),
    ...(statement === undefined ? [] : [`“${statement}”`]),
    `(${list(provenanceOf(item, timeZone), 'unit')})`,
    ...(item.note === undefined ? [] : item.note.split('\n')),
  ];
  return lines.map((line, at) => (at === 0 ? `• ${line}` : `  ${line}`)).join('\n');
}
