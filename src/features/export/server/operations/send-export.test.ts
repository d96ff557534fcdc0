import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { exported } from '#tests/support/archive.ts';
import { attach, writeEntry } from '#tests/support/files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the archive', () => {
  it('of 1,234 entries contains them all, and reports its approximate size', async () => {
    const ada = await app.signUp();
    const insert = `insert into check_ins (id, user_id, content, search_text, created_at)
       select gen_random_uuid(), $1, 'Entry number ' || n || repeat(' and some text', 10), '', now() - n * interval '5 hours'
       from generate_series(1, 1234) n`;
    await app.database.asOwner((db) => db.query(insert, [ada.userId]));
    const { json, markdown, headers, bytes } = await exported(ada);
    expect(json['check_ins']).toHaveLength(1234);
    expect(markdown.match(/Entry number \d+/g)).toHaveLength(1234);
    expect(markdown.match(/^## /gm)!.length).toBeGreaterThanOrEqual(9);
    expect(Number(headers['x-export-bytes'])).toBeGreaterThan(bytes.length / 20);
    const head = await ada.call('HEAD /api/export');
    expect([head.status, head.bytes.length, head.headers['x-export-bytes']]).toEqual([
      200,
      0,
      headers['x-export-bytes'],
    ]);
  });

  it('of an empty log says that there are no entries', async () => {
    const { markdown, json, files } = await exported(await app.signUp());
    expect(markdown).toContain('There are no entries yet.');
    expect([json['check_ins'], files.size]).toEqual([[], 2]);
  });

  it('contains files of entries from before 1970, a time that ZIP archives cannot express', async () => {
    const ada = await app.signUp();
    const entry = { id: newId(), content: 'Apollo 11', created_at: '1969-07-20T20:17:40Z' };
    expect((await ada.call('POST /api/check_ins', { body: entry })).status).toBe(200);
    await attach(ada, { entry: entry.id, name: 'step.txt', content: 'One small step' });
    const { files } = await exported(ada);
    expect(files.get('files/1969-07-20 step.txt')?.toString()).toBe('One small step');
  });

  it('lists a file whose bytes are missing, and contains the others', async () => {
    const ada = await app.signUp();
    const entry = await writeEntry(ada);
    const lost = await attach(ada, { entry: entry.id, name: 'lost.txt', content: 'x' });
    await attach(ada, { entry: entry.id, name: 'there.txt', content: 'y' });
    await app.files.remove(`log-files/${lost.json.file_path}`);
    const { files } = await exported(ada);
    expect(files.get('files/missing.txt')!.toString()).toMatch(/files\/\d{4}-\d\d-\d\d lost\.txt/);
    expect([...files.keys()].some((path) => path.endsWith('there.txt'))).toBe(true);
  });
});

it('an export is refused without a session, and after 20 in an hour', async () => {
  expect((await app.anonymous().call('GET /api/export')).status).toBe(401);
  const ada = await app.signUp();
  for (let n = 0; n < 20; n++) expect((await ada.call('HEAD /api/export')).status).toBe(200);
  const { status, json, headers } = await ada.call<{ code: string }>('GET /api/export');
  expect([status, json.code]).toEqual([429, 'too_many_tries']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});
