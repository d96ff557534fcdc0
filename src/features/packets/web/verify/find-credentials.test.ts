import { expect, it } from 'vitest';
import { pdfWith } from '#tests/support/credential-files.ts';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { packetVector } from '#tests/support/packet-vector.ts';
import { bytesOf } from '#tests/support/signed-packet.ts';
import { findCredentials } from './find-credentials.ts';

const full = credentialVector('full.json');

it('credentials attached to a PDF are found, alone and next to a packet', async () => {
  expect(await findCredentials(bytesOf(pdfWith(full)))).toMatchObject({
    credentials: [full],
    hasPacket: false,
  });
  expect(await findCredentials(bytesOf(pdfWith(packetVector(), 'text', full)))).toMatchObject({
    ...{ credentials: [full], hasPacket: true, isArchive: true },
  });
});

it('a PDF without credentials is left to the check of packets', async () => {
  expect(await findCredentials(bytesOf(pdfWith(packetVector())))).toBeUndefined();
  expect(await findCredentials(bytesOf(pdfWith('{"@context": 1}')))).toBeUndefined();
});

it('a broken badge is refused with a sentence', async () => {
  expect(await findCredentials(bytesOf(credentialVector('full.json').slice(0, 500)))).toMatch(
    /JSON has an error/,
  );
});
