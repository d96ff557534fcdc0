// The Word file of a packet, for readers who edit it: headings, lists and styles, and packet.json as a part of its zip.
// `/verify` compares its paragraphs with the items: the text of each is in paragraphs that contain nothing else, except an
// emoji in front.
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  type File as WordFile,
  type IParagraphOptions,
} from 'docx';
import { light as colors } from '#platform/colors/colors.ts';
import { paperFor } from '#platform/pdf/paper-rules.ts';
import { formTexts as texts } from '../../form-texts.ts';
import type { FrozenItem } from '../../format-contract.ts';
import { pageTexts } from '../../page-texts.ts';
import { dayIn, dayTitle, fileLine, provenanceOf } from '../../provenance-rules.ts';
import { provenanceTexts } from '../../provenance-texts.ts';
import { checkAddress, filesOf, fitted, type PacketForm, type ShownFile } from './packet-form.ts';

const color = (name: keyof typeof colors) => colors[name].slice(1);
/** Word counts pages and gaps in twentieths of a point, and letters in half points. */
const points = (count: number) => count * 20;
const halfPoints = (count: number) => count * 2;
const pages = { A4: { width: 11_906, height: 16_838 }, LETTER: { width: 12_240, height: 15_840 } };
/** Pixels, of which Word takes 96 for an inch. */
const pictureBox = { width: 420, height: 300 };
const listName = 'items';
const indent = points(20);
const rtl = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** @returns All bytes. */
export function packetWord(form: PacketForm): Promise<Buffer> {
  const { document, record, packetJson } = form;
  const files = filesOf(form);
  const file = new Document({
    ...{ title: document.title, creator: document.author || texts.creator },
    lastModifiedBy: document.author || texts.creator,
    styles: styles(document.language),
    numbering: {
      config: [
        {
          reference: listName,
          levels: [
            {
              ...{ level: 0, format: LevelFormat.BULLET, text: '•', alignment: AlignmentType.LEFT },
              style: { paragraph: { indent: { left: indent, hanging: points(12) } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: { page: { size: pages[paperFor(document.language, document.timeZone)] } },
        footers: { default: footer(document.title) },
        children: [
          ...head(form),
          ...document.groups.flatMap((group) => [
            ...(group.title === '' ? [] : [paragraph(group.title, { heading: HeadingLevel.HEADING_1 })]),
            ...lines(group.line, 'GroupLine'),
            ...group.items.flatMap((item) => itemParagraphs(item, files.get(item) ?? [], document.timeZone)),
          ]),
          ...end(form, record && dayIn(record.publishedAt, document.timeZone)),
        ],
      },
    ],
  });
  return pack(file, packetJson);
}

function pack(file: WordFile, packetJson: string): Promise<Buffer> {
  // Word refuses a file with a part of an unknown type.
  file.ContentTypes.addOverride('application/json', '/packet.json');
  return Packer.toBuffer(file, undefined, [{ path: 'packet.json', data: packetJson }]);
}

function head({ document }: PacketForm): Paragraph[] {
  const { title, author, period, introduction } = document;
  const days = provenanceTexts.period(dayTitle(period.from), dayTitle(period.to));
  return [
    paragraph(title, { heading: HeadingLevel.TITLE }),
    paragraph(author === '' ? days : `${provenanceTexts.by(author)} · ${days}`, { style: 'About' }),
    ...lines(introduction, 'Normal'),
  ];
}

function itemParagraphs(item: FrozenItem, files: readonly ShownFile[], timeZone: string): Paragraph[] {
  const emoji = item.kind === 'entry' && item.emoji !== undefined ? `${item.emoji} ` : '';
  const [first = '', ...rest] = item.text.split('\n');
  const pictures = files.flatMap(({ file, picture }) => (picture ? [{ name: file.name, picture }] : []));
  return [
    paragraph(emoji + first, { numbering: { reference: listName, level: 0 }, style: 'Item', keepNext: true }),
    ...rest.filter((line) => line.trim() !== '').map((line) => paragraph(line, { style: 'ItemMore' })),
    ...(item.kind === 'vouch' && item.statement !== undefined ? lines(item.statement, 'Statement') : []),
    ...pictures.map(({ name, picture }) => {
      const transformation = fitted(picture, pictureBox);
      const altText = { name, description: name, title: name };
      const image = new ImageRun({ type: 'jpg', data: Buffer.from(picture.bytes), transformation, altText });
      return new Paragraph({ style: 'ItemMore', children: [image] });
    }),
    paragraph(provenanceOf(item, timeZone).join(' · '), { style: 'Provenance' }),
    ...files.map(({ file }) => paragraph(fileLine(file), { style: 'Provenance' })),
    ...(item.note === undefined ? [] : lines(item.note, 'Note')),
  ];
}

function end({ record }: PacketForm, published: string | undefined): Paragraph[] {
  if (!record || published === undefined) return [paragraph(texts.draft, { style: 'Record' })];
  const address = checkAddress(record);
  const link = new ExternalHyperlink({
    link: address,
    children: [new TextRun({ text: address, style: 'Hyperlink' })],
  });
  return [
    paragraph(pageTexts.recorded(record.issuer.name, record.version, published), { style: 'Record' }),
    paragraph(pageTexts.notTruth, { style: 'Record' }),
    new Paragraph({ style: 'Record', children: [new TextRun(`${texts.check} `), link] }),
  ];
}

function footer(title: string): Footer {
  const { CURRENT, TOTAL_PAGES } = PageNumber;
  const children = [new TextRun({ children: [`${printable(title)} · `, CURRENT, ' / ', TOTAL_PAGES] })];
  return new Footer({ children: [new Paragraph({ style: 'Provenance', children })] });
}

/** A paragraph for each line that is not empty. */
const lines = (text: string, style: string): Paragraph[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => paragraph(line, { style }));

function paragraph(text: string, options: IParagraphOptions): Paragraph {
  const isRtl = rtl.test(text);
  const run = new TextRun({ text: printable(text), ...(isRtl && { rightToLeft: true }) });
  return new Paragraph({
    ...options,
    ...(isRtl && startsRtl(text) && { bidirectional: true }),
    children: [run],
  });
}

/** Whether the first letter is of a script from right to left. */
const startsRtl = (text: string) => rtl.test(/\p{L}/u.exec(text)?.[0] ?? '');

/** XML has no control characters. */
const printable = (text: string) => text.replaceAll(/[^\P{Cc}\t]|[\u{fffe}\u{ffff}]|\p{Cs}/gu, ' ');

function styles(language: string) {
  const style = (
    id: string,
    name: string,
    { size, ink, before = 0, after = 0, left = 0, bar, italics = false }: StyleOptions,
  ) => ({
    ...{ id, name, basedOn: 'Normal', next: 'Normal', quickFormat: true },
    run: { size: halfPoints(size), color: color(ink), italics },
    paragraph: {
      spacing: { before: points(before), after: points(after) },
      indent: { left },
      ...(bar && { border: { left: { style: BorderStyle.SINGLE, size: 12, space: 8, color: color(bar) } } }),
    },
  });
  const heading = (size: number, before: number, after: number) => ({
    run: { size: halfPoints(size), bold: true, color: color('ink') },
    paragraph: { spacing: { before: points(before), after: points(after) }, keepNext: true },
  });
  return {
    default: {
      document: {
        run: {
          ...{ font: 'Calibri', size: halfPoints(11), color: color('ink') },
          language: { value: language === 'en' ? 'en-US' : language },
        },
        paragraph: { spacing: { after: points(6), line: 276 } },
      },
      title: heading(25, 0, 2),
      heading1: heading(15, 22, 4),
      hyperlink: { run: { color: color('primary') } },
    },
    paragraphStyles: [
      style('About', 'About', { size: 10.5, ink: 'ink-2', after: 16 }),
      style('GroupLine', 'Group line', { size: 10.5, ink: 'ink-2', after: 6 }),
      style('Item', 'Item', { size: 11, ink: 'ink', before: 8, after: 2 }),
      style('ItemMore', 'Item continued', { size: 11, ink: 'ink', after: 2, left: indent }),
      style('Statement', 'Statement', {
        ...{ size: 11, ink: 'ink', before: 2, after: 4, left: indent + points(10) },
        ...{ bar: 'rule-strong', italics: true },
      }),
      style('Provenance', 'Provenance', { size: 8.5, ink: 'ink-3', left: indent }),
      style('Note', 'Note', {
        ...{ size: 10, ink: 'ink-2', before: 3, after: 3, left: indent + points(10), bar: 'primary' },
      }),
      style('Record', 'Record', { size: 9, ink: 'ink-2', before: 4 }),
    ],
  } as const;
}

type Color = keyof typeof colors;
/** Sizes in points; `left` as Word counts it. */
type StyleOptions = {
  size: number;
  ink: Color;
  before?: number;
  after?: number;
  left?: number;
  bar?: Color;
  italics?: boolean;
};
