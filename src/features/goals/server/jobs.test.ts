import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { purgeGoals } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('purges goals that were deleted more than 30 days ago, and no others', async () => {
  const ada = await app.signUp();
  const ids = [newId(), newId(), newId(), newId()];
  for (const id of ids) await ada.call('POST /api/goals', { body: { id, text: `Goal ${id}` } });
  const [old, recent, , done] = ids;
  await ada.call('POST /api/goals/:id/complete', {
    params: { id: done! },
    body: { check_in_id: newId() },
  });
  await app.database.asOwner(async (db) => {
    const set = (column: string, days: number, id: string | undefined) =>
      db.query(`update goals set ${column} = now() - make_interval(days => $1) where id = $2`, [days, id]);
    await set('deleted_at', 31, old);
    await set('deleted_at', 29, recent);
    await set('completed_at', 400, done);
    // More than one batch.
    await db.query(
      `insert into goals (id, user_id, text, position, deleted_at)
       select gen_random_uuid(), $1, 'x', n, now() - interval '40 days' from generate_series(1, 700) n`,
      [ada.userId],
    );
  });
  expect(await purgeGoals(app.database.jobs)).toBe(701);
  expect(await purgeGoals(app.database.jobs)).toBe(0);
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ id: string }>('select id from goals order by id'),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(1).toSorted());
});
