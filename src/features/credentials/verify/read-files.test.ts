import { expect, it } from 'vitest';
import { bakedIn, pngWith, svgWith, zipWith } from '#tests/support/credential-files.ts';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { packetVectorIn } from '#tests/support/packet-vector.ts';
import { findInFile } from './read-files.ts';

const full = credentialVector('full.json');
const jwt = credentialVector('full.jwt').trim();
const bytesOf = (text: string | Buffer) => new Uint8Array(Buffer.from(text));

it.each([
  ['JSON', bytesOf(full), full],
  ['a JWT', bytesOf(`${jwt}\n`), `${jwt}\n`],
  ['a PNG', pngWith([full]), full],
  ['a PNG with a JWT', pngWith([jwt]), jwt],
  ['an SVG', svgWith(bakedIn(full)), full],
  ['an SVG with a JWT', svgWith(`<openbadges:credential verify="${jwt}"></openbadges:credential>`), jwt],
  [
    'an SVG with escaped text',
    svgWith(`<openbadges:credential>{&quot;a&quot;: &quot;&lt;&amp;lt;&quot;}</openbadges:credential>`),
    '{"a": "<&lt;"}',
  ],
])('the credential of %s is found', async (_, bytes, text) => {
  expect(await findInFile(bytes)).toEqual({
    credentials: [text],
    documents: [],
    lists: [],
    isArchive: false,
  });
});

it.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
  ['a PNG with two', pngWith([full, full]), /more than one/],
  ['a PNG with a compressed one', pngWith([full], { isPacked: true }), /not stored as the standard demands/],
  ['a PNG without one', pngWith([]), /contains no credential/],
  ['a badge of version 2', pngWith(['x'], { keyword: 'openbadges' }), /earlier version/],
  ['a broken PNG', pngWith([full]).slice(0, 80), /not stored/],
  ['an SVG with two', svgWith(bakedIn(full) + bakedIn(full)), /more than one/],
  ['an SVG with one in a comment', svgWith(`<!--${bakedIn('{}')}-->`), /not stored/],
  [
    'an SVG with one in a comment and another',
    svgWith(`<!--${bakedIn('{}')}-->${bakedIn(full)}`),
    /more than one/,
  ],
  ['an SVG with text around it', svgWith(bakedIn(full).replace('<![', 'x<![')), /not stored/],
  ['an SVG without one', svgWith(''), /contains no credential/],
])('%s is refused with a sentence', async (_, bytes, sentence) => {
  await expect(findInFile(bytes)).rejects.toThrow(sentence);
});

it('a document type in an SVG is refused, because its entities could stand for anything', async () => {
  const text = Buffer.from(svgWith(bakedIn(full)))
    .toString()
    .replace('<svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg');
  await expect(findInFile(bytesOf(text))).rejects.toThrow(/not stored/);
});

it('an archive has credentials, keys and lists, and each credential once', async () => {
  const archive = await zipWith({
    'logbook.json': '{}',
    'credentials/one.json': full,
    'credentials/one.jwt': jwt,
    'credentials/two.jwt': jwt,
    'credentials/did.json': credentialVector('did.json'),
    'credentials/status/a.json': credentialVector('status-list.json'),
    'credentials/readme.txt': 'text',
  });
  const found = (await findInFile(archive))!;
  expect(found).toMatchObject({ credentials: [full, jwt], isArchive: true });
  expect(found.documents.map(({ id }) => id)).toEqual(['did:web:logbook.example.org']);
  expect(found.lists).toHaveLength(1);
  await expect(findInFile(await zipWith({ 'logbook.json': '{}' }))).rejects.toThrow(
    /contains no credentials/,
  );
});

it('a packet and a Word file are no credentials', async () => {
  expect(await findInFile(bytesOf(packetVectorIn('json')))).toBeUndefined();
  expect(await findInFile(bytesOf(packetVectorIn('docx')))).toBeUndefined();
  expect(await findInFile(bytesOf('{"a": 1}'))).toBeUndefined();
});
