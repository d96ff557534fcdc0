import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CannotFetch } from '#platform/http/fetch-public.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { photoWithPlace, place } from '#tests/support/photos.ts';
import type { Profile } from '../../contract.ts';

let app: TestApp;
/** What the other website has, by address. */
const website = new Map<string, Buffer>();
const requested: string[] = [];
beforeAll(async () => {
  app = await startApp({}, undefined, async (address) => {
    requested.push(address);
    const found = website.get(address);
    if (!found) throw new CannotFetch('nothing there');
    return Readable.from([found]);
  });
});
afterAll(() => app.close());

type Answered = Profile & { code: string };
const change = (caller: Caller, body: object) => caller.call<Answered>('PATCH /api/profiles', { body });
const address = 'https://photos.example/me.jpg';

it('a photo on another website is copied once, as a square JPEG without metadata', async () => {
  const ada = await app.signUp();
  website.set(address, await photoWithPlace());
  const { status, json } = await change(ada, { full_name: 'Ada L.', avatar_url: address });
  expect(status).toBe(200);
  expect(json).toMatchObject({ full_name: 'Ada L.' });
  expect(json.avatar_url).toMatch(
    new RegExp(`^/api/storage/public/profile-photos/${ada.userId}/[0-9a-f]{32}\\.jpg$`),
  );
  const shown = await app.anonymous().call(`GET ${json.avatar_url}`);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(shown.bytes.includes(place)).toBe(false);
  await change(ada, { avatar_url: json.avatar_url });
  await ada.call('GET /api/profiles');
  expect(requested).toEqual([address]);
});

it.each([
  ['nothing', undefined, 'photo_unreachable'],
  ['text', Buffer.from('<html>'), 'photo_not_image'],
  ['5 MB', Buffer.alloc(5 * 1024 * 1024, 0xff), 'photo_too_large'],
  ['half a photo', 'half', 'photo_unreadable'],
])('an address with %s is refused, and nothing changes', async (_, content, code) => {
  const ada = await app.signUp();
  const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer();
  website.delete(address);
  if (content !== undefined)
    website.set(address, typeof content === 'string' ? whole.subarray(0, whole.length / 2) : content);
  expect((await change(ada, { full_name: 'Other', avatar_url: address })).json.code).toBe(code);
  const { json } = await ada.call<Profile>('GET /api/profiles');
  expect([json.full_name, json.avatar_url]).toEqual(['Ada Example', null]);
  expect(await readdir(join(app.filesRoot, '.staging'))).toEqual([]);
});

it('the copy is deleted if another field is refused', async () => {
  const ada = await app.signUp();
  website.set(address, await photoWithPlace());
  expect((await change(ada, { slug: '--', avatar_url: address })).json.code).toBe('slug_invalid');
  expect(await app.files.list(`profile-photos/${ada.userId}/`, undefined, 10)).toEqual([]);
});

it('without a session, nothing is fetched', async () => {
  const before = requested.length;
  expect((await change(app.anonymous(), { avatar_url: address })).status).toBe(401);
  expect(requested.length).toBe(before);
});
