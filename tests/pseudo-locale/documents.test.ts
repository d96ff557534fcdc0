// The PDFs, the Word file and the pictures in the pseudo-locale: sentences begin on the right, and nothing overlaps or leaves
// the page.
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { claimOf } from '#features/credentials/claim-rules.ts';
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import { badgeDrawing } from '#features/credentials/server/documents/badge-drawing.ts';
import { credentialPdf } from '#features/credentials/server/documents/credential-pdf.ts';
import { toMarkdown, toPlainText } from '#features/packets/document-rules.ts';
import type { PacketJson } from '#features/packets/format-contract.ts';
import type { PacketForm } from '#features/packets/server/documents/packet-form.ts';
import { packetPdf } from '#features/packets/server/documents/packet-pdf.ts';
import { packetWord } from '#features/packets/server/documents/packet-word.ts';
import { margins } from '#platform/pdf/typesetter.ts';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { packetVector } from '#tests/support/packet-vector.ts';
import { unzip } from '#tests/support/unzip.ts';
import { isLengthened, pseudoLanguage } from './pseudo.ts';

const packetJson = packetVector(2);
const { document, record } = JSON.parse(packetJson) as PacketJson;
const form: PacketForm = {
  ...{ packetJson, record, pictures: new Map() },
  document: { ...document, language: pseudoLanguage.tag },
};
const json = credentialVector('full.json');
const claim = claimOf(JSON.parse(json) as VouchCredential);
const verifyAddress = 'https://logbook.example.org/verify';
const credential = { claim, json, issued: record.publishedAt, verifyAddress, address: verifyAddress };

type Run = { text: string; left: number; right: number };
type Line = { runs: Run[]; width: number };

/** The lines of all pages, each with its runs from left to right. */
async function linesOf(pdf: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<Line[]> {
  const lines: Line[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const rows = new Map<string, Run[]>();
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , left, y] = item.transform as number[];
      const row = (y ?? 0).toFixed(1);
      rows.set(row, [...(rows.get(row) ?? []), { text: item.str, left: left!, right: left! + item.width }]);
    }
    const width = page.view[2]!;
    for (const runs of rows.values()) lines.push({ width, runs: runs.toSorted((a, b) => a.left - b.left) });
  }
  return lines;
}

describe.each([
  ['the PDF of a packet', () => packetPdf(form), [0, 39]],
  ['the PDF of a draft', () => packetPdf({ ...form, record: undefined } as unknown as PacketForm), [0, 39]],
  ['the PDF of a credential', () => credentialPdf(credential), [0]],
])('%s', (_name, make, offsets) => {
  it('is laid out from right to left', async () => {
    const pdf = await getDocumentProxy(new Uint8Array(await make()));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Language: pseudoLanguage.tag });
    expect(await pdf.getViewerPreferences()).toMatchObject({ Direction: 'R2L' });
    const lines = await linesOf(pdf);
    const sentences = lines.filter(({ runs }) => runs.some(({ text }) => /טקסט/.test(text)));
    expect(sentences.length).toBeGreaterThan(5);
    for (const { runs, width } of sentences) {
      const distance = width - margins.side - runs.at(-1)!.right;
      expect([runs, offsets.some((offset) => Math.abs(distance - offset) < 1)]).toEqual([runs, true]);
    }
    for (const { runs, width } of lines) {
      expect(runs[0]!.left).toBeGreaterThanOrEqual(margins.side - 1);
      expect(runs.at(-1)!.right).toBeLessThanOrEqual(width - margins.side + 1);
      for (const [at, run] of runs.slice(1).entries())
        expect([run, run.left - runs[at]!.right > -0.5]).toEqual([run, true]);
    }
  });
});

it('the sentences in the Word file of a packet are from right to left', async () => {
  const parts = unzip(await packetWord(form));
  expect(parts.get('word/styles.xml')!.toString()).toContain(`w:bidi="${pseudoLanguage.tag}"`);
  const paragraphs = parts
    .get('word/document.xml')!
    .toString()
    .match(/<w:p>.*?<\/w:p>/gs)!;
  const sentences = paragraphs.filter((paragraph) => /טקסט/.test(paragraph));
  expect(sentences.length).toBeGreaterThan(5);
  expect(sentences.filter((paragraph) => !paragraph.includes('<w:bidi/>'))).toEqual([]);
  expect(paragraphs.find((paragraph) => paragraph.includes(document.title))).not.toContain('<w:bidi/>');
});

it('a packet as text has its sentences in the language', () => {
  for (const text of [toMarkdown(document), toPlainText(document)])
    expect(text.split('\n').filter(isLengthened).length).toBeGreaterThan(3);
});

it('the picture of a credential is mirrored, and its title is in the language', () => {
  const svg = badgeDrawing(claim);
  expect(svg).toContain('M1088 0v630');
  expect(svg).toMatch(/<title>[^<]*Confirmed on [^<]*\(UTC\) [א-ת]/);
});
