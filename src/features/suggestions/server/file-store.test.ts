// Files of suggestions: they become files of entries without being copied, and return with Undo.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogFile } from '#features/check-ins/contract.ts';
import { storedBytes } from '#platform/files/quota.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { signed, writeEntry } from '#tests/support/files.ts';
import { asPerson, work } from '#tests/support/mail.ts';
import { addSuggestionWithFile } from '#tests/support/suggestions.ts';
import type { AcceptOutcome, Suggestion } from '../contract.ts';
import { purgeSuggestions } from './jobs.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await app.signUp();
});

const accept = async (suggestions: string[], check_in_id = newId(), caller = ada) =>
  (
    await caller.call<{ outcomes: AcceptOutcome[] }>('POST /api/suggestions/accept', {
      body: { entries: [{ check_in_id, suggestions }] },
    })
  ).json.outcomes[0];
const restore = (id: string) => ada.call('POST /api/suggestions/restore', { body: { ids: [id] } });
const open = async () => (await ada.call<{ rows: Suggestion[] }>('GET /api/suggestions')).json.rows;
const filesOf = async (check_in_id: string) =>
  (await ada.call<{ rows: LogFile[] }>('GET /api/log_files', { query: { check_in_id } })).json.rows;
const hasBytes = async (path: string) => (await app.files.sizeOf(`log-files/${path}`)) !== undefined;
const content = 'Suggested with this file';

describe('a file of a suggestion', () => {
  it('becomes a file of the entry under its id, and can be opened, with the same bytes', async () => {
    const { id, fileId, filePath } = await addSuggestionWithFile(app, ada);
    expect((await open())[0]!.files).toEqual([{ id: fileId, name: 'notes.txt', size: content.length }]);
    const entry = newId();
    expect(await accept([id], entry)).toBe('accepted');
    await work(app);
    expect(await filesOf(entry)).toMatchObject([{ id: fileId, file_name: 'notes.txt', file_path: filePath }]);
    const { bytes } = await ada.call(await signed(ada, fileId, 'download'));
    const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
    expect(sha256(bytes)).toBe(sha256(content));
  });

  it('returns with Undo, and can be accepted again', async () => {
    const { id, fileId, filePath } = await addSuggestionWithFile(app, ada);
    const first = newId();
    await accept([id], first);
    await restore(id);
    await work(app);
    expect([await hasBytes(filePath), await filesOf(first)]).toEqual([true, []]);
    expect((await open())[0]!.files).toMatchObject([{ id: fileId }]);
    const second = newId();
    expect(await accept([id], second)).toBe('accepted');
    await work(app);
    expect([await hasBytes(filePath), (await filesOf(second)).length]).toEqual([true, 1]);
  });

  it('keeps its order when suggestions are merged, up to as many as an entry can have', async () => {
    const added = [];
    for (let n = 0; n < 11; n++) added.push(await addSuggestionWithFile(app, ada, `${n}.txt`));
    const ids = added.map(({ id }) => id);
    expect(await accept(ids)).toBe('too_many_files');
    const entry = newId();
    expect(await accept(ids.slice(1).toReversed(), entry)).toBe('accepted');
    expect((await filesOf(entry)).map(({ file_name }) => file_name)).toEqual(
      added
        .slice(1)
        .toReversed()
        .map((_, n) => `${10 - n}.txt`),
    );
  });

  it('is deleted with a suggestion that was dismissed an hour ago, or that ended', async () => {
    const dismissed = await addSuggestionWithFile(app, ada);
    const ended = await addSuggestionWithFile(app, ada);
    const kept = await addSuggestionWithFile(app, ada);
    await ada.call('POST /api/suggestions/dismiss', { body: { ids: [dismissed.id] } });
    await purgeSuggestions(app.database.jobs);
    await work(app);
    expect(await hasBytes(dismissed.filePath)).toBe(true);
    await app.database.asOwner(async (db) => {
      await db.query(`update suggestions set settled_at = now() - interval '2 hours' where id = $1`, [
        dismissed.id,
      ]);
      await db.query(`update suggestions set created_at = now() - interval '91 days' where id = $1`, [
        ended.id,
      ]);
    });
    await purgeSuggestions(app.database.jobs);
    await work(app);
    expect([
      await hasBytes(dismissed.filePath),
      await hasBytes(ended.filePath),
      await hasBytes(kept.filePath),
    ]).toEqual([false, false, true]);
  });

  it('stays with its entry when the accepted suggestion is purged', async () => {
    const { id, filePath } = await addSuggestionWithFile(app, ada);
    const entry = newId();
    await accept([id], entry);
    await app.database.asOwner((db) =>
      db.query(`update suggestions set settled_at = now() - interval '2 hours' where id = $1`, [id]),
    );
    await purgeSuggestions(app.database.jobs);
    await work(app);
    expect([await hasBytes(filePath), (await filesOf(entry)).length]).toEqual([true, 1]);
    expect((await restore(id)).status).toBe(409);
  });

  it('counts toward the quota once, before and after', async () => {
    const used = () => asPerson(app, ada, storedBytes);
    const { id } = await addSuggestionWithFile(app, ada);
    expect(await used()).toBe(content.length);
    await accept([id]);
    expect(await used()).toBe(content.length);
  });

  it('is not reached by another user, and ends with the account', async () => {
    const { id, filePath } = await addSuggestionWithFile(app, ada);
    const bo = await app.signUp();
    expect(await accept([id], newId(), bo)).toBe('not_found');
    const theirs = await writeEntry(bo);
    expect((await bo.call('GET /api/log_files', { query: { check_in_id: theirs.id } })).json).toEqual({
      rows: [],
    });
    const body = { password: 'a good long passphrase' };
    expect((await ada.call('POST /api/functions/v1/delete-account', { body })).status).toBe(200);
    await work(app);
    const left = await app.database.asOwner(async (db) => {
      const tables = ['suggestions', 'suggestion_files', 'settled_suggestions'];
      const counts = tables.map((table) => `(select count(*) from ${table} where user_id = $1)`).join(' + ');
      return (await db.query<{ count: string }>(`select ${counts} as count`, [ada.userId])).rows[0]!.count;
    });
    expect([Number(left), await hasBytes(filePath)]).toEqual([0, false]);
  });
});
