// From one instance to another: the archive of a log becomes the same log, once, whatever happens in between.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRecord } from '#features/credentials/web/records/check-record.ts';
import type { ImportedRecord } from '#features/imported-records/contract.ts';
import { credentialIn } from '#features/imported-records/credential-rules.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { exported } from '#tests/support/archive.ts';
import { contentOf, digestOf, fillLog, importArchive, planOf } from '#tests/support/archives.ts';
import type { Caller } from '#tests/support/caller.ts';
import { archiveOf, entryRow, headOf, tableOf } from '#tests/support/log-archive.ts';

let here: TestApp;
let there: TestApp;
let ada: Caller;
let archive: Uint8Array;
beforeAll(async () => {
  there = await startApp({ APP_URL: 'https://logbook.example.org' });
  here = await startApp();
  ada = await there.signUp('Ada Example');
  await fillLog(there, ada);
  archive = (await exported(ada)).bytes;
});
afterAll(() => Promise.all([here.close(), there.close()]));
afterEach(() => vi.unstubAllGlobals());

const zero = { entries: 0, goals: 0, files: 0, records: 0 };

describe('an archive of another instance', () => {
  it('says what it has, and what stays out', async () => {
    const { plan } = await planOf([new File([Uint8Array.from(archive)], 'logbook.zip')]);
    expect(plan).toMatchObject({
      ...{ instance: 'https://logbook.example.org', shoutouts: 2, vouches: 1, skipped: [] },
      counts: { entries: 6, goals: 3, files: 3, records: 3 },
      leftOut: { entries_in_bin: 1, goals_deleted: 1, vouches_open: 1, account: expect.any(Number) },
    });
    expect(plan.span![0]).toBe('1994-02-03T04:05:06.789Z');
    expect(plan.first.map(({ text }) => text)).toContain('After the edit 👩‍👩‍👧');
  });

  it('becomes the same log, and importing it again changes nothing', async () => {
    // Where no other user has the ids.
    const fresh = await startApp();
    const bo = await fresh.signUp();
    const { result } = await importArchive(bo, archive);
    expect(result).toMatchObject({
      ...{ added: { entries: 6, goals: 3, files: 3, records: 3 }, known: 0, refused: 0, firstRefused: [] },
      // It was missing there, too.
      missingFiles: 1,
    });
    const [original, imported] = [await contentOf(ada), await contentOf(bo)];
    expect(imported).toEqual(original);
    expect(digestOf(imported)).toBe(digestOf(original));
    const before = await exported(bo);
    const again = await importArchive(bo, archive);
    expect(again.result).toMatchObject({ added: zero, known: 12, missingFiles: 0 });
    expect(withoutTimes(await exported(bo))).toEqual(withoutTimes(before));
    const entry = before.json['check_ins']![0]!;
    expect(entry).toMatchObject({ source: 'logbook', source_name: 'logbook.example.org' });
    expect(Date.parse(entry['recorded_at'] as string)).toBeGreaterThan(Date.now() - 60_000);
    await fresh.close();
  });

  it('reaches a third instance unchanged, records with the origin of the first', async () => {
    const [bo, cy] = [await here.signUp(), await there.signUp()];
    await importArchive(bo, archive);
    await importArchive(cy, (await exported(bo)).bytes);
    expect(await contentOf(cy, 'no ids')).toEqual(await contentOf(ada, 'no ids'));
  });

  it('brings the credential of each vouch, also to a third instance, which both can check', async () => {
    const [bo, cy] = [await here.signUp(), await there.signUp()];
    await importArchive(bo, archive);
    await importArchive(cy, (await exported(bo)).bytes);
    const { json, files } = await exported(ada);
    const issued = JSON.parse(files.get(json['credentials']![0]!.exported_as!)!.toString()) as object;
    for (const caller of [bo, cy]) {
      const { json: answer } = await caller.call<{ rows: ImportedRecord[] }>('GET /api/imported_records', {
        query: { kind: 'vouch' },
      });
      const [{ record }] = answer.rows as [ImportedRecord];
      const credential = credentialIn(record)!;
      expect(JSON.parse(credential)).toEqual(issued);
      expect(await checkRecord({ record, credential }, new Map(), new Date())).toMatchObject({
        ...{ host: 'logbook.example.org', state: 'signed' },
      });
    }
  });

  it('gets ids of its own where another user has them, always the same', async () => {
    const [bo, cy] = [await here.signUp(), await here.signUp()];
    await importArchive(bo, archive);
    await importArchive(cy, archive);
    expect(await contentOf(cy, 'no ids')).toEqual(await contentOf(ada, 'no ids'));
    const before = await contentOf(cy);
    // Without the list of what was imported.
    await here.database.asOwner((db) =>
      db.query('delete from settled_suggestions where user_id = $1', [cy.userId]),
    );
    expect((await importArchive(cy, archive)).result).toMatchObject({ added: zero, known: 12 });
    expect(await contentOf(cy)).toEqual(before);
  });

  it('what was imported and deleted since stays deleted, purged or not', async () => {
    const bo = await here.signUp();
    await importArchive(bo, archive);
    const purge = ['check_ins', 'goals', 'imported_records'].map(
      (table) => `delete from ${table} where user_id = $1`,
    );
    for (const sql of purge) await here.database.asOwner((db) => db.query(sql, [bo.userId]));
    expect((await importArchive(bo, archive)).result).toMatchObject({ added: zero, known: 12 });
    expect((await contentOf(bo)).entries).toEqual([]);
  });
});

describe('the archive of the same account', () => {
  it('changes nothing, even where the log has gone on', async () => {
    const before = withoutTimes(await exported(ada));
    expect((await importArchive(ada, archive)).result).toMatchObject({ added: zero, known: 12 });
    expect(withoutTimes(await exported(ada))).toEqual(before);

    const eve = await there.signUp('Eve');
    await fillLog(there, eve);
    const { bytes, json } = await exported(eve);
    const goal = json['goals']!.find(({ text }) => text === 'Later')!;
    await eve.call('PATCH /api/goals/:id', {
      params: { id: goal['id'] as string },
      body: { text: 'Sooner' },
    });
    const entry = json['check_ins']!.find(({ content }) => content === 'With files')!;
    const file = json['log_files']!.find(({ file_name }) => file_name === 'plan.txt')!;
    await eve.call('DELETE /api/log_files/:id', { params: { id: file['id'] as string } });
    const edit = { content: 'Edited since', edited_at: null };
    await eve.call('PATCH /api/check_ins/:id', { params: { id: entry['id'] as string }, body: edit });
    const changed = withoutTimes(await exported(eve));
    expect((await importArchive(eve, bytes)).result).toMatchObject({ added: zero });
    expect(withoutTimes(await exported(eve))).toEqual(changed);
  });

  it('never changes an entry, no matter who has written the archive', async () => {
    const eve = await there.signUp('Eve');
    const { json: entry } = await eve.call<{ id: string }>('POST /api/check_ins', {
      body: { content: 'Mine' },
    });
    const forged = entryRow('Forged', { id: entry.id, edited_at: new Date().toISOString() });
    const top = headOf({ instance: there.config.appUrl });
    await importArchive(eve, archiveOf(tableOf({ check_ins: [forged] }, top)));
    const contents = (await contentOf(eve)).entries.map(({ content }) => content);
    expect(new Set(contents)).toEqual(new Set(['Forged', 'Mine']));
    expect(
      (await importArchive(eve, archiveOf(tableOf({ check_ins: [forged] }, top)))).result?.added,
    ).toEqual(zero);
  });

  it('brings back what was purged, also after the log has been elsewhere', async () => {
    const eve = await there.signUp('Eve');
    await fillLog(there, eve);
    const [before, { bytes }] = [await contentOf(eve), await exported(eve)];
    const bo = await here.signUp();
    await importArchive(bo, bytes);
    await importArchive(eve, (await exported(bo)).bytes);
    expect((await contentOf(eve)).entries).toEqual(before.entries);
    await there.database.asOwner((db) => db.query('delete from check_ins where user_id = $1', [eve.userId]));
    const { result } = await importArchive(eve, bytes);
    expect(result?.added).toMatchObject({ entries: 6, files: 3, goals: 0, records: 0 });
    expect((await contentOf(eve)).entries).toEqual(before.entries);
  });
});

it(
  'an import that ends at any step, and is repeated, loses and doubles nothing',
  { timeout: 240_000 },
  async () => {
    const expected = await contentOf(ada, 'no ids');
    const { requests } = await importArchive(await here.signUp(), archive);
    expect(requests).toBeGreaterThan(10);
    for (let at = 1; at <= requests; at++) {
      for (const handled of [false, true]) {
        const bo = await here.signUp();
        const first = await importArchive(bo, archive, { interruption: { at, handled } });
        expect(first.result).toBeUndefined();
        await importArchive(bo, archive);
        expect({ at, handled, ...(await contentOf(bo, 'no ids')) }).toEqual({ at, handled, ...expected });
        expect((await importArchive(bo, archive)).result).toMatchObject({ added: zero });
      }
    }
  },
);

it('canceling between any two steps keeps what was added, and the next import adds the rest', async () => {
  const expected = digestOf(await contentOf(ada, 'no ids'));
  for (let after = 0; after < 8; after++) {
    const bo = await here.signUp();
    let asked = 0;
    const { result } = await importArchive(bo, archive, { isCanceled: () => asked++ >= after });
    expect(result).toBeDefined();
    await importArchive(bo, archive);
    expect(digestOf(await contentOf(bo, 'no ids'))).toBe(expected);
  }
});

it('a file without room stays named on its entry, and is added once there is room', async () => {
  const bo = await here.signUp();
  const { json: entry } = await bo.call<{ id: string }>('POST /api/check_ins', { body: { content: 'Full' } });
  await here.database.asOwner((db) =>
    db.query(
      `insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
       values ($1, $2::uuid, $1, 'full.bin', $2::uuid::text || '/full', 'text', 1 << 30, 'text/plain', 'none', '\\x00')`,
      [entry.id, bo.userId],
    ),
  );
  expect((await importArchive(bo, archive)).result).toMatchObject({
    ...{ added: { entries: 6, files: 0, goals: 3, records: 3 }, missingFiles: 4, isFull: true },
  });
  await here.database.asOwner((db) => db.query('delete from check_ins where id = $1', [entry.id]));
  const lacking = (await contentOf(bo, 'no ids')).entries.flatMap(({ missing }) =>
    missing.map(({ name }) => name),
  );
  expect(lacking.toSorted()).toEqual(['Plan — final.pdf', 'lost.txt', 'plan.txt', 'plan.txt']);
  expect((await importArchive(bo, archive)).result?.added).toEqual({ ...zero, files: 3 });
  expect(await contentOf(bo, 'no ids')).toEqual(await contentOf(ada, 'no ids'));
});

type Exported = Awaited<ReturnType<typeof exported>>;

/** All tables, without what reading or importing changes. */
function withoutTimes({ json, files }: Exported) {
  const { exported_at: _at, settled_suggestions: _s, sessions: _sessions, ...tables } = json;
  return { tables, files: [...files.keys()].filter((path) => path.startsWith('files/')) };
}
