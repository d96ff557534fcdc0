import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { pdfWith } from '#tests/support/credential-files.ts';
import { packetVectorIn, vectorKeys } from '#tests/support/packet-vector.ts';
import { bytesOf, json, known, packetOf, signature } from '#tests/support/signed-packet.ts';
import { verifyPacket } from './verify-packet.ts';

function signedPdf(): Buffer {
  const bytes = pdfWith(json(packetOf()));
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
  const checked = await verifyPacket(bytesOf(pdfWith(json(packetOf()), json(packetOf()))), known);
  expect(checked.sentence).toContain('more than one packet');
});

it('a PDF that mentions more attachments than are looked at is refused, whatever is behind them', async () => {
  const decoys = Buffer.from('(/EmbeddedFile)'.repeat(9));
  const [first, second] = [pdfWith(json(packetOf())), pdfWith(json(packetOf()))];
  const checked = await verifyPacket(bytesOf(Buffer.concat([first, decoys, second])), known);
  expect(checked.sentence).toContain('more than one packet');
});

it('a PDF whose packet is broken is unreadable', async () => {
  const checked = await verifyPacket(bytesOf(pdfWith(json({ format: 'logbook-packet/1' }))), known);
  expect(checked.verdict).toBe('unreadable');
});

it('the PDF of format 1 verifies', async () => {
  expect(await verifyPacket(bytesOf(packetVectorIn('pdf')), vectorKeys)).toMatchObject({
    ...{ verdict: 'confirmed', problems: [], lines: [] },
  });
});
