import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#platform/clock/durations.ts';
import { withinOneSecond, listen } from '#tests/access/socket.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import type { Profile } from '../contract.ts';
import { profileJobs } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Answer = Profile & { code: string; title: string };
const read = async (person: Caller) => (await person.call<Answer>('GET /api/profiles')).json;
const change = (person: Caller, body: object) => person.call<Answer>('PATCH /api/profiles', { body });

describe('the profile of the caller', () => {
  it('contains what the settings show', async () => {
    const person = await app.signUp('Ada Example');
    expect(await read(person)).toEqual({
      user_id: person.userId,
      full_name: 'Ada Example',
      phone_number: null,
      avatar_url: null,
      slug: null,
      is_public: false,
      allows_search: false,
      is_new: true,
      email: person.email,
      time_zone: null,
      created_at: expect.any(String) as string,
    });
  });

  it('changes only the given fields', async () => {
    const person = await app.signUp();
    const first = await change(person, { full_name: '  Ada   Lovelace ', phone_number: '+43 1 234' });
    expect(first.json).toMatchObject({ full_name: 'Ada Lovelace', phone_number: '+43 1 234' });
    await change(person, { is_new: false });
    await change(person, {});
    await change(person, { phone_number: '' });
    expect(await read(person)).toMatchObject({
      full_name: 'Ada Lovelace',
      phone_number: null,
      is_new: false,
    });
  });

  it.each([
    [{ full_name: '' }, 'invalid_name'],
    [{ full_name: 'x'.repeat(81) }, 'invalid_name'],
    [{ full_name: 'Visit https://evil.example' }, 'invalid_name'],
    [{ phone_number: 'call me' }, 'invalid_phone'],
    [{ avatar_url: 'javascript:alert(1)' }, 'invalid_avatar'],
    [{ avatar_url: 'https://127.0.0.1/me.jpg' }, 'photo_unreachable'],
    [{ avatar_url: 'https://localhost/me.jpg' }, 'photo_unreachable'],
    [{ slug: '' }, 'slug_required'],
    [{ slug: '--' }, 'slug_invalid'],
    [{ slug: 'ab' }, 'slug_invalid'],
    [{ slug: 'Profile' }, 'slug_reserved'],
    [{ is_public: true }, 'slug_required'],
    [{ is_public: 'yes' }, 'invalid_input'],
    [{ user_id: '0190a3c0-0000-7000-8000-000000000000' }, 'another_user'],
    [{ unknown_field: 1 }, 'invalid_input'],
    [{ full_name: 'x'.repeat(4001) }, 'invalid_input'],
  ])('refuses %j and changes nothing', async (body, code) => {
    const person = await app.signUp();
    const before = await read(person);
    expect((await change(person, { phone_number: '+43 1 999', ...body })).json.code).toBe(code);
    expect(await read(person)).toEqual(before);
  });

  it('discards what the server decides', async () => {
    const person = await app.signUp();
    const before = await read(person);
    const fields = { user_id: person.userId, email: 'other@example.com', created_at: '2020-01-01T00:00:00Z' };
    expect((await change(person, fields)).status).toBe(200);
    expect(await read(person)).toEqual(before);
  });

  it('is private, and a change without a session is refused with 401', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    await change(person, { phone_number: '+43 1 234' });
    expect((await read(other)).phone_number).toBeNull();
    expect((await change(app.anonymous(), { full_name: 'Anonymous' })).status).toBe(401);
  });

  it("sends a live event to the user's other tabs when it changes", async () => {
    const person = await app.signUp();
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const headers = { authorization: `Bearer ${person.cookies['logbook-access']}` };
    const socket = listen(`${address.replace(/^http/, 'ws')}/api/live`, headers);
    await socket.settled;
    await change(person, { full_name: 'Another Name' });
    await expect
      .poll(() => socket.events, withinOneSecond)
      .toEqual([{ kind: 'profiles', id: person.userId }]);
    socket.events.length = 0;
    // Nothing changes, so only the entry after it is announced.
    await change(person, {});
    const id = newId();
    await person.call('POST /api/check_ins', { body: { id, content: 'Written' } });
    await expect.poll(() => socket.events, withinOneSecond).toEqual([{ kind: 'check_ins', id }]);
    socket.close();
  });
});

describe('the public page (R-F5)', () => {
  it('is turned on by the first slug, and a later slug does not turn it on again', async () => {
    const person = await app.signUp();
    expect((await change(person, { slug: 'on-by-first' })).json).toMatchObject({
      slug: 'on-by-first',
      is_public: true,
      allows_search: false,
    });
    expect((await change(person, { is_public: false, allows_search: true })).json).toMatchObject({
      is_public: false,
      allows_search: true,
    });
    for (const slug of ['on-by-first', 'off-as-before', 'on-by-first'])
      expect((await change(person, { slug })).json).toMatchObject({ slug, is_public: false });
    expect((await change(person, { is_public: true })).json.is_public).toBe(true);
    expect((await change(person, { slug: 'on-as-before' })).json.is_public).toBe(true);
  });

  it('stays off if the first slug is refused, or comes with the wish to keep it off', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    await change(other, { slug: 'not-yours' });
    expect((await change(person, { slug: 'not-yours', is_public: true })).json.code).toBe('slug_taken');
    expect(await read(person)).toMatchObject({ slug: null, is_public: false });
    expect((await change(person, { slug: 'kept-off', is_public: false })).json.is_public).toBe(false);
  });
});

describe('the slug', () => {
  const earlier = (person: Caller) =>
    app.database.asOwner(async (db) => {
      const sql = 'select slug, ends_at from earlier_slugs where user_id = $1 order by ends_at desc';
      return (await db.query<{ slug: string; ends_at: string }>(sql, [person.userId])).rows;
    });

  it('is stored normalized, and its owner can set it again', async () => {
    const person = await app.signUp();
    expect((await change(person, { slug: ' Jané  Doe ' })).json.slug).toBe('jane-doe');
    expect((await change(person, { slug: 'jane-doe' })).status).toBe(200);
  });

  it('stays reserved for its user for 90 days after a change, and can be taken back', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    await change(person, { slug: 'first-name' });
    await change(person, { slug: 'second-name' });
    expect((await change(other, { slug: 'first-name', full_name: 'No Body' })).json.code).toBe('slug_taken');
    expect(await read(other)).toMatchObject({ slug: null, full_name: 'Ada Example' });
    const [kept] = await earlier(person);
    expect(kept).toMatchObject({ slug: 'first-name' });
    expect(Math.abs(Date.parse(kept!.ends_at) - Date.now() - 90 * dayMs)).toBeLessThan(60_000);

    await change(person, { slug: 'first-name' });
    expect((await earlier(person)).map(({ slug }) => slug)).toEqual(['second-name']);
    await change(person, { slug: 'first-name' });
    expect(await earlier(person)).toHaveLength(1);
  });

  it('is free for others after 90 days, even before the sweep', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    for (const slug of ['long-gone', 'gone-too', 'still-mine']) await change(person, { slug });
    await app.database.asOwner((db) =>
      db.query(`update earlier_slugs set ends_at = now() - interval '1 s' where user_id = $1`, [
        person.userId,
      ]),
    );
    expect((await change(other, { slug: 'long-gone' })).json.slug).toBe('long-gone');
    expect((await change(other, { slug: 'mine-now' })).status).toBe(200);
    const sweep = profileJobs({ pool: app.database.jobs, files: app.files }).find(
      ({ name }) => name === 'sweep-earlier-slugs',
    )!;
    await sweep.run({});
    expect([await earlier(person), (await earlier(other)).map(({ slug }) => slug)]).toEqual([
      [],
      ['long-gone'],
    ]);
  });

  it('cannot be replaced while ten earlier ones are reserved, except by one of them', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    for (let n = 0; n <= 10; n++) await change(person, { slug: `name-${n}` });
    const refused = await change(person, { slug: 'name-11', full_name: 'No Body' });
    expect([refused.status, refused.json.code]).toEqual([409, 'too_many_slugs']);
    expect(await read(person)).toMatchObject({ slug: 'name-10', full_name: 'Ada Example' });
    expect((await earlier(person)).map(({ slug }) => slug)).toEqual(
      Array.from({ length: 10 }, (_, n) => `name-${9 - n}`),
    );
    expect((await change(other, { slug: 'name-0' })).json.code).toBe('slug_taken');
    expect((await change(person, { slug: 'name-0' })).json.slug).toBe('name-0');
    expect(await earlier(person)).toHaveLength(10);

    await app.database.asOwner((db) =>
      db.query(`update earlier_slugs set ends_at = now() - interval '1 s' where slug = 'name-1'`),
    );
    expect((await change(person, { slug: 'name-11' })).json.slug).toBe('name-11');
  });

  it('can be tried 20 times in an hour, and refused ones count', async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    await change(other, { slug: 'someone-else' });
    await change(person, { slug: 'mine-all-along' });
    for (let n = 0; n < 25; n++) expect((await change(person, { slug: 'mine-all-along' })).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => change(person, { slug: 'someone-else' })),
    );
    const codes = answers.map(({ json }) => json.code);
    expect(codes.filter((code) => code === 'slug_taken')).toHaveLength(19);
    expect(codes.filter((code) => code === 'too_many_tries')).toHaveLength(6);
    const refused = await change(person, { slug: 'nobody-has-it' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await change(person, { slug: 'mine-all-along', full_name: 'Ada King' })).json).toMatchObject({
      slug: 'mine-all-along',
      full_name: 'Ada King',
    });
  });

  it('cannot be taken by another user while it is being changed', async () => {
    let [person, other] = [app.anonymous(), app.anonymous()];
    for (let n = 0; n < 20; n++) {
      // Before the limits of one user are reached.
      if (n % 5 === 0) [person, other] = [await app.signUp(), await app.signUp()];
      await change(person, { slug: `mine-${n}` });
      const [, theirs] = await Promise.all([
        change(person, { slug: `next-${n}` }),
        change(other, { slug: `mine-${n}` }),
      ]);
      expect(theirs.json.code).toBe('slug_taken');
    }
  });

  it('goes to one of 50 parallel requests, and the refused requests change nothing', async () => {
    const people: Caller[] = [];
    for (let n = 0; n < 10; n++) people.push(await app.signUp());
    const callers = Array.from({ length: 50 }, (_, n) => people[n % 10]!);
    const answers = await Promise.all(
      callers.map((person) => change(person, { slug: 'wanted', full_name: 'Winner' })),
    );
    expect(new Set(answers.map((answer) => answer.json.code ?? 'won'))).toEqual(
      new Set(['won', 'slug_taken']),
    );
    const profiles = await Promise.all(people.map(read));
    const winners = profiles.filter((profile) => profile.slug === 'wanted');
    expect(winners).toHaveLength(1);
    expect(profiles.filter((profile) => profile.full_name === 'Winner')).toEqual(winners);
  });
});
