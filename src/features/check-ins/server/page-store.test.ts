// A page of the timeline is read by a statement that looks up the session itself. PostgreSQL must run it in this order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { statement } from '#platform/database/statement.ts';
import { transact, type Entrance } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { enterAndReadPage, type Page } from './page-store.ts';

const setPlanSql = statement({ text: "select from set_config('plan_cache_mode', $1, true)" });
const page: Page = { before: null, from: null, to: null, limit: 50 };

let app: TestApp;
let writer: Caller;
let reader: Caller;
beforeAll(async () => {
  app = await startApp();
  [writer, reader] = [await app.signUp(), await app.signUp()];
  for (const content of ['One', 'Two', 'Three'])
    await writer.call('POST /api/check_ins', { body: { id: newId(), content } });
});
afterAll(() => app.close());

/** Reads in a transaction that has no viewer before. */
const readPage = (token: string, plan: string) =>
  transact(app.database.app, null, async (tx) => {
    await tx.query(setPlanSql, [plan]);
    const entering: Entrance = {
      enterAndQuery: (one, values) => tx.query(one, [...values, hashToken(token)]),
    };
    return enterAndReadPage(entering, page);
  });
const tokenOf = ({ cookies }: Caller) => cookies['logbook-access']!;

describe.each(['force_generic_plan', 'force_custom_plan'])('a page read with its session, %s', (plan) => {
  it('has the entries of the session’s user, newest first', async () => {
    const found = await readPage(tokenOf(writer), plan);
    expect(found?.userId).toBe(writer.userId);
    expect(found?.result.map(({ content, user_id }) => [content, user_id])).toEqual(
      ['Three', 'Two', 'One'].map((content) => [content, writer.userId]),
    );
  });

  it('is empty for a user without entries', async () => {
    expect(await readPage(tokenOf(reader), plan)).toEqual({ userId: reader.userId, result: [] });
  });

  it('is not found without a live session', async () => {
    expect(await readPage('no such token', plan)).toBeUndefined();
  });
});
