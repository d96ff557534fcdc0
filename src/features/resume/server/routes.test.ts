import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { work } from '#tests/support/mail.ts';
import { sendResume, shownResume } from '#tests/support/resumes.ts';
import { purgeResumes, sweepResumes } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const remove = (caller: Caller, id: string) => caller.call('DELETE /api/resumes/:id', { params: { id } });
const restore = (caller: Caller, id: string) =>
  caller.call('POST /api/resumes/:id/restore', { params: { id } });
const kept = async (caller: Caller) =>
  (await app.files.list(`resumes/${caller.userId}/`, undefined, 100)).map(({ key }) => key);
/** Moves the deletion into the past. */
const age = (caller: Caller, interval: string) =>
  app.database.asOwner((db) =>
    db.query('update resumes set deleted_at = now() - $1::interval where user_id = $2', [
      interval,
      caller.userId,
    ]),
  );

describe('a deleted résumé', () => {
  it('is restored by Undo, and both can be repeated', async () => {
    const ada = await app.signUp();
    const { json } = await sendResume(ada);
    for (const _ of [1, 2]) {
      expect((await remove(ada, json.id)).status).toBe(200);
      expect(await shownResume(ada)).toBeNull();
    }
    for (const _ of [1, 2]) {
      const { status, json: restored } = await restore(ada, json.id);
      expect([status, restored]).toEqual([200, await shownResume(ada)]);
    }
    expect((await shownResume(ada))?.id).toBe(json.id);
  });

  it('cannot be restored once it is replaced', async () => {
    const ada = await app.signUp();
    const first = (await sendResume(ada)).json;
    await remove(ada, first.id);
    const second = (await sendResume(ada)).json;
    expect((await restore(ada, first.id)).status).toBe(404);
    expect(await shownResume(ada)).toEqual(second);
    await work(app);
    expect(await kept(ada)).toEqual([`resumes/${second.file_path}`]);
  });

  it('is purged with its bytes after an hour, and not before', async () => {
    const ada = await app.signUp();
    const { json } = await sendResume(ada);
    await remove(ada, json.id);
    await age(ada, '59 minutes');
    expect(await purgeResumes(app.database.jobs)).toBe(0);
    expect(await kept(ada)).toHaveLength(1);
    await age(ada, '61 minutes');
    expect(await purgeResumes(app.database.jobs)).toBe(1);
    await work(app);
    expect(await kept(ada)).toEqual([]);
    expect((await restore(ada, json.id)).status).toBe(404);
  });

  it('of another user, or an unknown one, is not found', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp('Eve')];
    const { json } = await sendResume(ada);
    for (const id of [json.id, newId()]) {
      expect((await remove(eve, id)).status).toBe(404);
      expect((await restore(eve, id)).status).toBe(404);
    }
    expect(await shownResume(eve)).toBeNull();
    expect((await shownResume(ada))?.id).toBe(json.id);
  });
});

describe('the bytes of résumés', () => {
  async function* bytes(text: string) {
    yield Buffer.from(text);
  }

  it('without a row are deleted by the sweep, unless they are new', async () => {
    const ada = await app.signUp();
    const { json } = await sendResume(ada);
    const own = `resumes/${json.file_path}`;
    const [lost, young] = [`resumes/${ada.userId}/lost.pdf`, `resumes/${ada.userId}/young.pdf`];
    for (const key of [lost, young]) await app.files.put(await app.files.stage(bytes('x'), 10), key);
    for (const key of [lost, own]) await utimes(join(app.filesRoot, key), 1000, 1000);
    expect(await sweepResumes(app.database.jobs, app.files, new Date())).toBe(1);
    expect((await kept(ada)).toSorted()).toEqual([own, young].toSorted());
  });

  it('stay when a job lists them while a row names them', async () => {
    const ada = await app.signUp();
    const { json } = await sendResume(ada);
    await app.database.asOwner((db) =>
      db.query(`select graphile_worker.add_job('remove-resumes', $1)`, [{ paths: [json.file_path] }]),
    );
    await work(app);
    expect(await kept(ada)).toEqual([`resumes/${json.file_path}`]);
  });

  it('are deleted with the account, whether the résumé was deleted or not', async () => {
    for (const isDeleted of [false, true]) {
      const ada = await app.signUp();
      const { json } = await sendResume(ada, pdf());
      if (isDeleted) await remove(ada, json.id);
      expect((await ada.call('POST /api/functions/v1/delete-account')).status).toBe(200);
      await work(app);
      expect(await kept(ada)).toEqual([]);
    }
  });

  it('are listed under their bucket', async () => {
    const ada = await app.signUp();
    const { json } = await sendResume(ada);
    const list = await ada.call<{ rows: { name: string }[] }>('GET /api/storage/list/:bucket', {
      params: { bucket: 'resumes' },
    });
    expect(list.json.rows.map(({ name }) => name)).toEqual([json.file_path]);
  });
});

it('an upload and the deletion of its account at the same time end without an error or a row', async () => {
  for (let round = 0; round < 4; round++) {
    const ada = await app.signUp();
    await sendResume(ada);
    const uploads = [1, 2, 3].map((n) => sendResume(ada, pdf(' '.repeat(n)), `cv ${n}.pdf`));
    const answers = await Promise.all([ada.call('POST /api/functions/v1/delete-account'), ...uploads]);
    expect(answers[0].status).toBe(200);
    for (const { status } of answers.slice(1)) expect([200, 401]).toContain(status);
    const { rowCount } = await app.database.asOwner((db) =>
      db.query('select 1 from resumes where user_id = $1', [ada.userId]),
    );
    expect(rowCount).toBe(0);
  }
});
