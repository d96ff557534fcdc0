import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packetVectorIn, vectorKeys } from '#tests/support/packet-vector.ts';
import { bytesOf, json, known, packetOf, signature } from '#tests/support/signed-packet.ts';
import type { Bytes } from './bytes.ts';
import { verifyPacket } from './verify-packet.ts';

/** A PDF as pdfkit writes it, as far as attachments go. */
function pdf(...attached: Bytes[]): Buffer {
  const objects = attached.map((content, index) => {
    const data = index % 2 === 0 ? deflateSync(content) : Buffer.from(content);
    const filter = index % 2 === 0 ? '/Filter /FlateDecode\n' : '';
    const head = `${index + 2} 0 obj\n<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Length ${data.length}\n${filter}>>\nstream\n`;
    return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
  });
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n(page)\nendobj\n'),
    ...objects,
    Buffer.from('%%EOF\n'),
  ]);
}

function signedPdf(): Buffer {
  const bytes = pdf(json(packetOf()));
  const last = `%logbook-pages/1 ${signature(createHash('sha256').update(bytes).digest())}\n`;
  return Buffer.concat([bytes, Buffer.from(last)]);
}

it('a PDF is confirmed, and any changed byte of its pages is reported', async () => {
  const signed = signedPdf();
  expect(await verifyPacket(bytesOf(signed), known)).toMatchObject({ verdict: 'confirmed' });
  signed[signed.indexOf('(page)') + 1]! ^= 1;
  const checked = await verifyPacket(bytesOf(signed), known);
  expect(checked).toMatchObject({ verdict: 'changed', problems: [expect.stringContaining('pages')] });
});

it.each([
  ['without the signature of its pages', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('%logbook'))],
  ['with something after the signature', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('\n')])],
  ['with another update after the signature', (bytes: Buffer) => Buffer.concat([bytes, signedPdf()])],
])('a PDF %s is not confirmed', async (_what, change) => {
  expect((await verifyPacket(bytesOf(change(signedPdf())), known)).verdict).not.toBe('confirmed');
});

it('a PDF with two packets is refused', async () => {
  const checked = await verifyPacket(bytesOf(pdf(json(packetOf()), json(packetOf()))), known);
  expect(checked.sentence).toContain('more than one packet');
});

it('a PDF that mentions more attachments than are looked at is refused, whatever is behind them', async () => {
  const decoys = Buffer.from('(/EmbeddedFile)'.repeat(9));
  const [first, second] = [pdf(json(packetOf())), pdf(json(packetOf()))];
  const checked = await verifyPacket(bytesOf(Buffer.concat([first, decoys, second])), known);
  expect(checked.sentence).toContain('more than one packet');
});

it('a PDF whose packet is broken is unreadable', async () => {
  const checked = await verifyPacket(bytesOf(pdf(json({ format: 'logbook-packet/1' }))), known);
  expect(checked.verdict).toBe('unreadable');
});

it('the PDF of format 1 verifies', async () => {
  expect(await verifyPacket(bytesOf(packetVectorIn('pdf')), vectorKeys)).toMatchObject({
    ...{ verdict: 'confirmed', problems: [], lines: [] },
  });
});
