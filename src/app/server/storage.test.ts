import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, writeEntry } from '#tests/support/files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Listing = { rows: { name: string; size: number; updated_at: string }[]; next: string | null };

async function list(caller: Caller, query: object = {}, bucket = 'log-files') {
  const { status, json } = await caller.call<Listing>('GET /api/storage/list/:bucket', {
    params: { bucket },
    query: query as Record<string, unknown>,
  });
  return { status, ...json };
}

async function* oneByte() {
  yield Buffer.from('x');
}

it('the storage list returns 100 own objects by name by default, and the next ones with after', async () => {
  const ada = await app.signUp();
  const names = Array.from(
    { length: 230 },
    (_, n) => `${ada.userId}/entry-${n % 3}/${(n * 7919) % 1000}.txt`,
  );
  for (const name of names) await app.files.put(await app.files.stage(oneByte(), 1), `log-files/${name}`);
  const sorted = names.toSorted();

  const first = await list(ada);
  expect(first.rows.map(({ name }) => name)).toEqual(sorted.slice(0, 100));
  expect(first.rows[0]).toEqual({
    name: sorted[0],
    size: 1,
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const second = await list(ada, { after: first.next, limit: 1000 });
  expect(second.rows.map(({ name }) => name)).toEqual(sorted.slice(100));
  expect(second.next).toBeNull();
  const some = await list(ada, { prefix: 'entry-1/', limit: 5 });
  expect(some.rows.map(({ name }) => name)).toEqual(
    sorted.filter((name) => name.includes('/entry-1/')).slice(0, 5),
  );
  expect((await list(ada, { limit: 230 })).next).toBeNull();
});

it("the storage list returns the caller's files, and no other user's for any query", async () => {
  const [ada, eve] = [await app.signUp(), await app.signUp('Eve')];
  const entry = await writeEntry(ada);
  const { json } = await attach(ada, { entry: entry.id, content: 'mine' });
  expect((await list(ada)).rows.map(({ name }) => name)).toEqual([json.file_path]);
  for (const query of [
    {},
    { prefix: `${ada.userId}/` },
    { prefix: `../${ada.userId}/` },
    { prefix: '..' },
    { prefix: '/' },
    { after: '0' },
    { after: '../' },
  ]) {
    expect(await list(eve, query)).toMatchObject({ status: 200, rows: [], next: null });
  }
  expect(await list(eve, {}, 'profile-photos')).toMatchObject({ status: 200, rows: [] });
});

it('the storage list refuses unknown buckets, invalid queries and anonymous callers', async () => {
  const ada = await app.signUp();
  for (const bucket of ['.staging', 'anything', 'shoutout-files'])
    expect((await list(ada, {}, bucket)).status).toBe(400);
  for (const query of [{ limit: 0 }, { limit: 1001 }, { prefix: '*' }, { order: 'size' }]) {
    expect((await list(ada, query)).status).toBe(400);
  }
  expect((await list(app.anonymous())).status).toBe(401);
});
