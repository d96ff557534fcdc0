// Real files that reveal where, with what and by whom they were made, read by everyone who may see them (R-B4): freshly
// uploaded, and as an earlier version stored them. Only the owner may get a byte of these details.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedTypes } from '#platform/files/content-type.ts';
import { detailsTexts } from '#platform/files/details-texts.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { pdf, utf16, wordEntries, zip } from '#platform/files/test-contents.ts';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import type { Vouch } from '#features/vouches/contract.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Answer, Caller } from '../support/caller.ts';
import { attach, signed, writeEntry } from '../support/files.ts';
import { connect, share, subscribe } from '../support/members.ts';
import { appSecret } from '../support/open-test-database.ts';
import { newAddress, publish } from '../support/public-logbooks.ts';
import { askToVouch, attachToVouch, openLink } from '../support/vouches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Pair = { owner: Caller; manager: Caller };
let pairs = 0;
let pair: Pair | undefined;

/** A user with a manager, for the next 30 files: a user can create 50 vouches an hour. */
async function nextPair(): Promise<Pair> {
  if (pairs++ % 30 !== 0) return pair!;
  const [owner, manager] = [await app.signUp(), await app.signUp('Mira Manager')];
  await connect(app, { manager, member: owner });
  await subscribe(app, manager);
  pair = { owner, manager };
  return pair;
}

const folder = join(import.meta.dirname, '../support/details');
const fixture = (name: string) => readFile(join(folder, name));

/** What others get: the file without details, the file as it is, or a refusal. */
type Outcome = 'clean' | 'unchanged' | 'refused';
type Row = {
  name: string;
  mime: string;
  /** What others get of a new upload. */
  fresh: Outcome;
  /** What others get of a file that was stored without a rendition. Default: the same. */
  stored?: Outcome;
  content?: Buffer;
};

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const rows: Row[] = [
  { name: 'photo.jpg', mime: 'image/jpeg', fresh: 'clean', stored: 'refused' },
  { name: 'photo.png', mime: 'image/png', fresh: 'clean', stored: 'refused' },
  { name: 'still.webp', mime: 'image/webp', fresh: 'clean' },
  { name: 'animated.webp', mime: 'image/webp', fresh: 'clean' },
  { name: 'anim.gif', mime: 'image/gif', fresh: 'clean' },
  { name: 'photo.heic', mime: 'image/heic', fresh: 'clean' },
  { name: 'photo.avif', mime: 'image/avif', fresh: 'clean' },
  { name: 'photo.tiff', mime: 'image/tiff', fresh: 'refused' },
  { name: 'photo.jp2', mime: 'image/jp2', fresh: 'refused' },
  { name: 'photo.psd', mime: 'image/vnd.adobe.photoshop', fresh: 'refused' },
  { name: 'video.mp4', mime: 'video/mp4', fresh: 'clean' },
  { name: 'fast.mp4', mime: 'video/mp4', fresh: 'clean' },
  { name: 'fragments.mp4', mime: 'video/mp4', fresh: 'clean' },
  // The camera's position, as a track.
  { name: 'telemetry.mp4', mime: 'video/mp4', fresh: 'clean' },
  { name: 'video.m4v', mime: 'video/mp4', fresh: 'clean' },
  { name: 'video.mov', mime: 'video/quicktime', fresh: 'clean' },
  { name: 'video.3gp', mime: 'video/3gpp', fresh: 'clean' },
  { name: 'video.3g2', mime: 'video/3gpp2', fresh: 'clean' },
  { name: 'video.webm', mime: 'video/webm', fresh: 'clean' },
  { name: 'video.mkv', mime: 'video/matroska', fresh: 'clean' },
  { name: 'subtitles.mkv', mime: 'video/matroska', fresh: 'refused' },
  { name: 'video.ogv', mime: 'video/ogg', fresh: 'clean' },
  { name: 'video.avi', mime: 'video/vnd.avi', fresh: 'refused' },
  { name: 'video.flv', mime: 'video/x-flv', fresh: 'refused' },
  { name: 'video.wmv', mime: 'video/x-ms-asf', fresh: 'refused' },
  { name: 'sound.mp3', mime: 'audio/mpeg', fresh: 'clean' },
  { name: 'tagged.mp3', mime: 'audio/mpeg', fresh: 'clean' },
  { name: 'sound.m4a', mime: 'audio/mp4', fresh: 'clean' },
  { name: 'sound.aac', mime: 'audio/aac', fresh: 'clean' },
  { name: 'sound.ogg', mime: 'audio/ogg', fresh: 'clean' },
  { name: 'sound.opus', mime: 'audio/ogg', fresh: 'clean' },
  { name: 'sound.flac', mime: 'audio/flac', fresh: 'clean' },
  { name: 'sound.wav', mime: 'audio/wav', fresh: 'clean' },
  { name: 'sound.weba', mime: 'audio/webm', fresh: 'clean' },
  { name: 'sound.aiff', mime: 'audio/aiff', fresh: 'refused' },
  { name: 'sound.wma', mime: 'audio/x-ms-asf', fresh: 'refused' },
  { name: 'a.pdf', mime: 'application/pdf', fresh: 'unchanged', content: pdf() },
  { name: 'a.docx', mime: word, fresh: 'unchanged', content: zip(wordEntries) },
  { name: 'a.txt', mime: 'text/plain', fresh: 'unchanged', content: utf16('Words') },
  { name: 'a.svg', mime: 'application/octet-stream', fresh: 'unchanged', content: Buffer.from('<svg/>') },
];

/** Types that others never get, and that no program here can create. They are set on a stored file. */
const refusedTypes = [
  ...[
    'image/flif',
    'image/x-xcf',
    'image/x-canon-cr2',
    'image/x-canon-cr3',
    'image/bmp',
    'image/vnd.ms-photo',
  ],
  ...[
    'image/x-icon',
    'image/bpg',
    'image/j2c',
    'image/jpx',
    'image/jpm',
    'image/mj2',
    'image/icns',
    'image/ktx',
  ],
  ...['image/x-olympus-orf', 'image/x-sony-arw', 'image/x-adobe-dng', 'image/x-nikon-nef', 'image/vnd.dwg'],
  ...['image/x-panasonic-rw2', 'image/x-fujifilm-raf', 'image/jxl', 'image/jls', 'video/mpeg', 'video/mp2t'],
  ...['video/mp1s', 'video/mp2p', 'audio/midi', 'audio/qcelp', 'audio/ape', 'audio/wavpack', 'audio/amr'],
  ...['audio/x-caf', 'audio/x-musepack', 'audio/x-dsf', 'audio/x-dff', 'audio/x-voc'],
  ...['audio/vnd.dolby.dd-raw', 'audio/x-it', 'audio/x-s3m', 'audio/x-xm'],
];
/** Types with the same bytes as a row above. */
const sameAs: Record<string, string> = {
  'image/heif': 'photo.heic',
  'image/heic-sequence': 'photo.heic',
  'image/heif-sequence': 'photo.heic',
  'application/msword': 'a.docx',
};

const all: Row[] = [
  ...rows,
  ...refusedTypes.map((mime): Row => ({ name: 'photo.jpg', mime, fresh: 'clean', stored: 'refused' })),
  ...Object.entries(sameAs).map(([mime, name]) => ({ ...rows.find((row) => row.name === name)!, mime })),
];

it('every accepted type has a row', () => {
  expect(acceptedTypes.toSorted()).toEqual([...new Set(all.map(({ mime }) => mime))].toSorted());
});

/** Also in UTF-16, of either order. */
const details = (bytes: Buffer): string[] =>
  Buffer.from(bytes.filter((byte) => byte !== 0))
    .toString('latin1')
    .match(/CANARY-[A-Z]+/g) ?? [];

/** Puts bytes in the place of a stored file, as an earlier version would have stored them. */
async function storeAsBefore(table: 'log_files' | 'vouch_files', id: string, row: Row, content: Buffer) {
  const path = await app.database.asOwner(async (db) => {
    const { rows: found } = await db.query<{ file_path: string }>(
      `update ${table} set mime_type = $2, view_path = null, view_size = 0, preview = 'none', file_size = $3
       where id = $1 returning file_path`,
      [id, row.mime, content.length],
    );
    return found[0]!.file_path;
  });
  const bucket = table === 'log_files' ? 'log-files' : 'vouch-files';
  await app.files.put(await app.files.stage(Readable.from(content), content.length), `${bucket}/${path}`);
}

type Reading = { answers: Answer[]; outcome: Outcome };

/** An owner with a file in an entry and in a vouch, and what each reader gets, viewing and downloading. */
async function readersOf(row: Row, content: Buffer, isStored: boolean) {
  const { owner, manager } = await nextPair();
  const entry = await share(app, owner, { with: manager.email });
  const uploaded = isStored ? pdf() : content;
  const attached = await attach(owner, { entry: entry.id, name: row.name, content: uploaded });
  expect([attached.status, attached.json.mime_type]).toEqual([200, isStored ? 'application/pdf' : row.mime]);
  if (isStored) await storeAsBefore('log_files', attached.json.id, row, content);
  const outcome = (isStored && row.stored) || row.fresh;

  const { json: vouch } = await askToVouch(owner);
  const proof = await attachToVouch(owner, vouch.id, uploaded, row.name);
  const isVouched = proof.status === 200;
  const isForVouches = !/^(audio|text)\/|octet/.test(row.mime);
  // An upload to a vouch is meant for others, so files that they could not get are refused.
  const code = !isForVouches
    ? 'file_type_refused'
    : row.fresh === 'refused'
      ? 'file_not_shareable'
      : undefined;
  expect(proof.json.code).toBe(isStored ? undefined : code);
  if (isVouched && isStored) await storeAsBefore('vouch_files', proof.json.id, row, content);
  const read = (url: string) => app.anonymous().call(`GET ${url}`);
  return {
    async owner(): Promise<Answer[]> {
      return [await read((await signed(owner, attached.json.id, 'download')).slice(4))];
    },
    async manager(): Promise<Reading> {
      const sign = (as: 'view' | 'download') =>
        manager.call<{ url?: string }>('POST /api/storage/log-files/:id/sign', {
          params: { id: attached.json.id },
          body: { as },
        });
      const answers = [];
      for (const as of ['view', 'download'] as const) {
        const { json, ...answer } = await sign(as);
        answers.push(json.url === undefined ? { ...answer, json } : await read(json.url));
      }
      return { answers, outcome };
    },
    async reference(): Promise<Reading> {
      const token = `token-${vouch.id}`;
      await app.database.asOwner((db) =>
        db.query('insert into vouch_tokens (hash, vouch_id) values ($1, $2)', [hashToken(token), vouch.id]),
      );
      const { vouch: shown } = await openLink(app.anonymous(), token);
      const urls = shown!.files.map(({ url }) => url);
      expect(urls).toHaveLength(isVouched ? 1 : 0);
      return { answers: await Promise.all(urls.map(read)), outcome };
    },
    async publicPage(): Promise<Reading> {
      const answers = isVouched ? await readPublicly(owner, vouch, proof.json.id) : [];
      return { answers, outcome };
    },
    async snapshot(): Promise<Reading> {
      const links = new SnapshotLinks(app.config.appUrl, appSecret);
      const link = links.linkFor({ checkInId: entry.id, managerEmail: manager.email, at: new Date() });
      const page = await read(new URL(link).pathname + new URL(link).search);
      expect(page.text).not.toContain('/api/storage/');
      return { answers: [page], outcome: 'clean' };
    },
  };
}

async function readPublicly(owner: Caller, vouch: Vouch, fileId: string): Promise<Answer[]> {
  const slug = await publish(owner, `owner-${owner.userId.slice(-12)}`);
  const key = await app.database.asOwner(async (db) => {
    await db.query(
      `update vouches set status = 'verified', verified_at = now(), content_sha256 = '\\x00' where id = $1`,
      [vouch.id],
    );
    const { rows: found } = await db.query<{ public_id: string }>(
      'select public_id from vouch_files where id = $1',
      [fileId],
    );
    return found[0]!.public_id;
  });
  const answers = [];
  for (const as of ['view', 'download']) {
    const opened = await app.server.inject({
      url: `/api/public_profiles/${slug}/files/${key}?as=${as}`,
      remoteAddress: newAddress(),
    });
    expect(opened.statusCode).toBe(303);
    answers.push(await app.anonymous().call(`GET ${String(opened.headers.location)}`));
  }
  return answers;
}

/** What a response gave its reader. Anything but an outcome is a problem. */
function outcomeOf({ status, json, bytes }: Answer, content: Buffer): string {
  const found = details(bytes);
  if (status === 200 && content.length > 0 && bytes.equals(content) && found.length === 0) return 'unchanged';
  if (found.length > 0) return `shows ${found.join()}`;
  if (status === 200 && bytes.length > 0) return 'clean';
  const { code, detail } = (json ?? {}) as { code?: string; detail?: string };
  return code === 'file_owner_only' && detail === detailsTexts.ownerOnly.detail
    ? 'refused'
    : `${status} ${code}`;
}

const check = ({ answers, outcome }: Reading, content: Buffer) =>
  expect(answers.map((answer) => outcomeOf(answer, content))).toEqual(answers.map(() => outcome));

describe.each([
  ['just uploaded', false],
  ['stored by an earlier version', true],
])('a file that was %s', (_, isStored) => {
  const tested = isStored ? all : rows;
  it.each(tested.map((row): [string, string, Row] => [row.mime, row.name, row]))(
    'as %s (%s) gives no details of itself to anyone but its owner',
    async (_mime, _name, row) => {
      const content = row.content ?? (await fixture(row.name));
      expect(details(content).length > 0).toBe(row.content === undefined);
      const readers = await readersOf(row, content, isStored);
      for (const { bytes } of await readers.owner()) expect(bytes.equals(content)).toBe(true);
      check(await readers.manager(), content);
      check(await readers.reference(), content);
      check(await readers.snapshot(), content);
      check(await readers.publicPage(), content);
    },
  );
});

it('any part of a cleaned video is the same as in the whole, so players can seek', async () => {
  const { owner, manager } = await nextPair();
  const content = await fixture('video.mov');
  const entry = await share(app, owner, { with: manager.email });
  const { json } = await attach(owner, { entry: entry.id, name: 'video.mov', content });
  const address = await signed(manager, json.id, 'view');
  const whole = await app.anonymous().call(address);
  expect(whole.bytes.length).toBe(content.length);
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'video/quicktime' });
  for (let from = 0; from < content.length; from += 997) {
    const range = `bytes=${from}-${from + 400}`;
    const part = await app.anonymous().call(address, { headers: { range } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(whole.bytes.subarray(from, from + 401))).toBe(true);
  }
  const again = { headers: { 'if-none-match': whole.headers['etag'] } };
  expect((await app.anonymous().call(address, again)).status).toBe(304);
  const own = await app.anonymous().call(await signed(owner, json.id, 'view'));
  expect(own.headers['etag']).not.toBe(whole.headers['etag']);
});

it('an entry without sharing gives its files to no one else', async () => {
  const [owner, other] = [await app.signUp(), await app.signUp('Eve')];
  const { id } = await writeEntry(owner);
  const { json } = await attach(owner, {
    entry: id,
    name: 'photo.tiff',
    content: await fixture('photo.tiff'),
  });
  const { status } = await other.call('POST /api/storage/log-files/:id/sign', {
    params: { id: json.id },
    body: { as: 'view' },
  });
  expect(status).toBe(404);
});
