import { expect, it } from 'vitest';
import { packetVectorIn, vectorKeys } from '#tests/support/packet-vector.ts';
import { bytesOf, canonical, known, packetOf } from '#tests/support/signed-packet.ts';
import type { Bytes } from '#platform/files/bytes.ts';
import { verifyPacket } from './verify-packet.ts';

/** A zip file of parts that are not compressed. */
function zip(parts: [name: string, content: string, nameInFront?: string][]): Bytes {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content, nameInFront = name] of parts) {
    const [file, front, data] = [Buffer.from(name), Buffer.from(nameInFront), Buffer.from(content)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(front.length, 26);
    const entryHead = Buffer.alloc(46);
    entryHead.writeUInt32LE(0x02014b50, 0);
    entryHead.writeUInt32LE(data.length, 20);
    entryHead.writeUInt16LE(file.length, 28);
    entryHead.writeUInt32LE(offset, 42);
    locals.push(local, front, data);
    central.push(entryHead, file);
    offset += local.length + front.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(offset, 16);
  return bytesOf(Buffer.concat([...locals, ...central, end]));
}

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const document = (body: string, root = `xmlns:w="${namespace}"`) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document ${root}><w:body>${body}</w:body></w:document>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (text: string) => `<w:p>${run(text)}</w:p>`;
const relationship = (target: string) =>
  `<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/>`;
const relations = (...targets: string[]) =>
  `<Relationships>${targets.map(relationship).join('')}</Relationships>`;

const shown = ['Spring', '🚀 Entry 10', 'Mar 10', '🚀 Entry 11', 'Entry 12', 'Ship', 'Led it'];
const body = shown.map(paragraph).join('');
type Parts = Parameters<typeof zip>[0];
const usual: Parts = [
  ['_rels/.rels', relations('word/document.xml')],
  ['word/document.xml', document(body)],
  ['packet.json', canonical(packetOf())],
];
/** The usual parts with this body. */
const word = (content: string, root?: string): Bytes =>
  zip(usual.map(([name, text]) => [name, name === 'word/document.xml' ? document(content, root) : text]));

const asUtf16 = (xml: string) => Buffer.from(xml.replace('UTF-8', 'UTF-16'), 'utf16le').toString('latin1');
/** The usual parts with other bytes of the main part. */
const recoded = (recode: (xml: string) => string): Bytes =>
  zip(usual.map(([name, text]) => [name, name === 'word/document.xml' ? recode(text) : text]));

it('a Word file is confirmed, with the sentence that only the listed lines were signed', async () => {
  const checked = await verifyPacket(zip(usual), known);
  expect(checked).toMatchObject({ verdict: 'confirmed', problems: [], lines: [] });
  expect(checked.sentence).toContain('Only the lines listed below were signed');
});

it('a changed paragraph of a Word file is reported at its line', async () => {
  const checked = await verifyPacket(word(body.replace('Entry 11', 'Entry 11, alone')), known);
  expect(checked).toMatchObject({
    ...{ verdict: 'changed', lines: [{ line: 2, problem: 'The Word file shows a different text for it.' }] },
  });
});

it.each([
  ['links', (text: string) => `<w:p><w:hyperlink r:id="rId9">${run(text)}</w:hyperlink></w:p>`],
  ['several runs', (text: string) => `<w:p>${run(text.slice(0, 5))}${run(text.slice(5))}</w:p>`],
  [
    'formatted paragraphs',
    (text: string) =>
      `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:bookmarkStart w:id="1"/>${run(text)}</w:p>`,
  ],
])('text in %s of a Word file counts', async (_where, put) => {
  expect((await verifyPacket(word(shown.map(put).join('')), known)).verdict).toBe('confirmed');
});

const entry = paragraph('Entry 12');
const field = (type: string) => `<w:p><w:r><w:fldChar w:fldCharType="${type}"/></w:r></w:p>`;
it.each([
  ['in a deletion', `<w:p><w:moveFrom>${run('Entry 12')}</w:moveFrom></w:p>`],
  ['in an alternative', `<w:p><mc:AlternateContent>${run('Entry 12')}</mc:AlternateContent></w:p>`],
  ['in a shape', `<w:p><w:r><w:pict>${entry}</w:pict></w:r></w:p>`],
  ['in an element that is not known', `<x:other>${entry}</x:other>`],
  // The cell above it may cover it.
  ['in a table', `<w:tbl><w:tr><w:tc>${entry}</w:tc></w:tr></w:tbl>`],
  // It may show a value from another part.
  ['in a content control', `<w:sdt><w:sdtContent>${entry}</w:sdtContent></w:sdt>`],
  ['in a field that spans paragraphs', `${field('begin')}${entry}${field('end')}`],
])('text %s of a Word file does not count', async (_where, hidden) => {
  const checked = await verifyPacket(word(body.replace(entry, `${paragraph('Forged')}${hidden}`)), known);
  expect(checked).toMatchObject({ verdict: 'changed', lines: [{ line: 3 }] });
});

const inRun = (element: string) =>
  `<w:p><w:r><w:t xml:space="preserve">Entry </w:t>${element}<w:t>12</w:t></w:r></w:p>`;
it.each([
  ['a symbol', inRun('<w:sym w:font="Arial" w:char="0039"/>')],
  ['a hyphen', inRun('<w:noBreakHyphen/>')],
  [
    'a field',
    `<w:p>${run('Entry ')}<w:fldSimple w:instr="QUOTE 9">${run('9')}</w:fldSimple>${run('12')}</w:p>`,
  ],
  [
    'a content control',
    `<w:p>${run('Entry ')}<w:sdt><w:sdtContent>${run('9')}</w:sdtContent></w:sdt>${run('12')}</w:p>`,
  ],
])('%s inside a line of a Word file changes it', async (_what, line) => {
  const checked = await verifyPacket(word(body.replace(entry, line)), known);
  expect(checked).toMatchObject({ verdict: 'changed', lines: [{ line: 3 }] });
});

const mainRelation = relationship('word/other.xml');
const unknownRelation = relationship('word/document.xml').replace(/http[^"]*/, 'urn:x/officeDocument');
const forged = document(body.replace('Entry 12', 'Forged'));
const rootWith = (more: string) => `xmlns:w="${namespace}" ${more}`;
const hiddenRun = '<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Entry 12</w:t></w:r></w:p>';
it.each<[string, Bytes]>([
  ['with a second main part', zip([...usual, ['word/document.xml', forged]])],
  ['with a main part whose name differs by case', zip([...usual, ['word/Document.xml', forged]])],
  ['that opens another part', zip([['_rels/.rels', relations('word/other.xml')], ...usual.slice(1)])],
  [
    'that names two main parts',
    zip([['_rels/.rels', relations('word/document.xml', 'word/other.xml')], ...usual.slice(1)]),
  ],
  ['without relations', zip(usual.slice(1))],
  ...(
    [
      ['a main part whose type is spelled', mainRelation.replace('/officeDocument"', '&#47;officeDocument"')],
      ['a main part with another prefix', mainRelation.replace('<Relationship', '<x:Relationship')],
      ['a main part in other quotes', mainRelation.replaceAll('"', "'")],
      ['a main part with a sign that ends tags', mainRelation.replace('Id="', 'Id="a>')],
    ] as const
  ).map(([what, other]): [string, Bytes] => [
    `with ${what}, and one of an unknown type`,
    zip([['_rels/.rels', `<Relationships>${unknownRelation}${other}</Relationships>`], ...usual.slice(1)]),
  ]),
  ['whose text names another encoding', recoded((xml) => xml.replace('UTF-8', 'windows-1252'))],
  ['whose text has the encoding of its bytes', recoded(asUtf16)],
  [
    'whose styles have another encoding',
    zip([...usual, ['word/styles.xml', asUtf16('<w:styles><w:vanish/></w:styles>')]]),
  ],
  [
    'whose relations name another encoding',
    zip([['_rels/.rels', `<?xml version='1.0' encoding='UTF-7'?>${usual[0]![1]}`], ...usual.slice(1)]),
  ],
  ['with hidden text', word(body.replace(entry, `${paragraph('Forged')}${hiddenRun}`))],
  ['with a hidden style', zip([...usual, ['word/styles.xml', '<w:styles><w:vanish w:val="1"/></w:styles>']])],
  ['with a comment', word(body.replace(entry, `${paragraph('Forged')}<!--${entry}-->`))],
  ['with raw text', word(`${body}<![CDATA[<w:p>]]>`)],
  ['whose prefix stands for something else', word(body, 'xmlns:w="https://example.org"')],
  ['whose prefix changes its meaning', word(`${body}<w:p xmlns:w="https://example.org"/>`)],
  ['with another prefix for the same elements', word(`${body}<v:p xmlns:v="${namespace}"/>`)],
  ['with a spelled prefix', word(`${body}<v:p xmlns:v="&#104;ttp://example.org"/>`)],
  ['whose hidden text has another prefix', word(`${body}<v:vanish/>`, rootWith(`xmlns:v="${namespace}"`))],
])('a Word file %s is refused', async (_what, bytes) => {
  expect(await verifyPacket(bytes, known)).toMatchObject({
    verdict: 'unreadable',
    sentence: expect.stringContaining('programs can show in different ways'),
  });
});

it.each<[string, Bytes]>([
  [
    'whose name in front of a part is another one',
    zip([...usual.slice(1), [...usual[0]!.slice(0, 2), 'a'] as never]),
  ],
  ['with two packets', zip([...usual, ['word/packet.json', canonical(packetOf())]])],
  ['with more lines than any packet', word(body + entry.repeat(60_000))],
  ['with something after its end', bytesOf(Buffer.concat([zip(usual), Buffer.from('PK')]))],
  ['whose text is not well-formed', word(`${body}<w:p>`)],
  ['whose tag does not end', word(`${body}<w:p x="`)],
])('a Word file %s is unreadable', async (_what, bytes) => {
  expect((await verifyPacket(bytes, known)).verdict).toBe('unreadable');
});

it('the Word file of format 1 verifies', async () => {
  expect(await verifyPacket(bytesOf(packetVectorIn('docx')), vectorKeys)).toMatchObject({
    ...{ verdict: 'confirmed', problems: [], lines: [] },
  });
});
