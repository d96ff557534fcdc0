import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { previewSize } from '#platform/text/preview-drawing.ts';
import { credentialsInPng, parseSvg, pngChunks } from '#tests/support/baked-pictures.ts';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { attachmentOf } from '#tests/support/pdf-attachment.ts';
import type { VouchCredential } from '../../format-contract.ts';
import { findInFile } from '../../verify/read-files.ts';
import { Carriers } from './carriers.ts';

const signal = new AbortController().signal;
const carriers = new Carriers();
const full = JSON.stringify(JSON.parse(credentialVector('full.json')));

/** With texts that could break a picture or a document. */
function hostile(): string {
  const credential = JSON.parse(full) as VouchCredential;
  const { achievement } = credential.credentialSubject;
  achievement.name =
    ']]> <!-- --> <openbadges:credential> <!DOCTYPE x> <script>alert(1)</script> &amp; "\u{1f680}" \u0000\u0007\ufffe\uffff\ud800 </svg>';
  achievement.description = `]]>\n${'word '.repeat(500)}`;
  credential.credentialSubject.source.name = 'نظام “” 課金 हिन्दी'.repeat(20);
  return JSON.stringify(credential);
}

describe.each([
  ['a credential', full],
  ['a credential with hostile texts', hostile()],
])('%s', (_, json) => {
  it('is once in a PNG, uncompressed, and the picture stays a PNG', async () => {
    const png = await carriers.picture('png', json, 'someone', signal);
    expect(credentialsInPng(png)).toEqual([json]);
    const types = pngChunks(png).map(({ type }) => type);
    expect([types[0], types[1], types.at(-1)]).toEqual(['IHDR', 'iTXt', 'IEND']);
    const file = join(await mkdtemp(join(tmpdir(), 'badge-')), 'badge.png');
    await writeFile(file, png);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', ...previewSize });
    expect((await sharp(file).stats()).isOpaque).toBe(true);
    await rm(dirname(file), { recursive: true });
  });

  it('is once in an SVG, which has no scripts and only outlines', async () => {
    const svg = (await carriers.picture('svg', json, 'someone', signal)).toString();
    expect(svg.match(/openbadges:credential[\s>]/g)).toHaveLength(2);
    const { svg: root } = parseSvg(svg);
    expect(JSON.parse(root['openbadges:credential'] as string)).toEqual(JSON.parse(json));
    expect(root['@xmlns:openbadges']).toBe('https://purl.imsglobal.org/ob/v3p0');
    expect(Object.keys(root).toSorted()).toEqual(
      [
        ...[
          '@height',
          '@role',
          '@viewBox',
          '@width',
          '@xmlns',
          '@xmlns:openbadges',
          'g',
          'openbadges:credential',
        ],
        ...['path', 'rect', 'title'],
      ].toSorted(),
    );
    expect(root.title).toContain('the holder of a mailbox');
    // libxml2, too.
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', ...previewSize });
  });

  it('is attached to a PDF, which shows what was confirmed', async () => {
    const pdf = await carriers.pdf(
      { json, verifyAddress: 'https://logbook.example.org/verify', address: 'https://logbook.example.org/x' },
      'someone',
      signal,
    );
    expect((await attachmentOf(pdf)).toString()).toBe(json);
    const text = execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
    for (const part of [
      'Confirmed on March 25, 2026',
      'It was a pleasure.',
      'chart.png',
      'org/verify',
      'org/x',
    ])
      expect(text).toContain(part);
    expect(execFileSync('pdfinfo', ['-struct-text', '-'], { input: pdf, encoding: 'utf8' })).toContain('H1');
  });
});

it.each(['png', 'svg'] as const)(
  'the check of the browser reads the credential from a picture: %s',
  async (kind) => {
    // Nothing that is signed has half of a character.
    for (const json of [full, hostile().replaceAll('\\ud800', '')]) {
      const picture = await carriers.picture(kind, json, 'someone', signal);
      const found = await findInFile(new Uint8Array(picture));
      expect(found?.credentials.map((text) => JSON.parse(text) as unknown)).toEqual([JSON.parse(json)]);
    }
  },
);

it('the same credential has the same picture', async () => {
  const hashes = [];
  for (const caller of ['one', 'two']) {
    const png = await carriers.picture('png', full, caller, signal);
    hashes.push(createHash('sha256').update(png).digest('hex'));
  }
  expect(hashes[0]).toBe(hashes[1]);
});

it('a picture that no one waits for is not made', async () => {
  await expect(
    carriers.picture('svg', full, 'someone', AbortSignal.abort(new Error('left'))),
  ).rejects.toThrow('left');
});
