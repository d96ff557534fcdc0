import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { tipsReaders } from './tips-readers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('the list of readers has only confirmed addresses', async () => {
  await app.database.asOwner((db) =>
    db.query(
      `insert into tips_signups (id, address, mailbox, token_hash, confirmed_at, sent)
       select gen_random_uuid(), a, a, convert_to(a, 'UTF8'), at, sent
       from (values ('second@example.com', timestamptz '2026-02-02 12:00Z', 1), ('asked@example.com', null, 0),
                    ('first@example.com', '2026-01-01 12:00Z', 6)) s (a, at, sent)`,
    ),
  );
  expect(await tipsReaders(app.database)).toEqual([
    { address: 'first@example.com', confirmedAt: '2026-01-01T12:00:00.000Z', sent: 6 },
    { address: 'second@example.com', confirmedAt: '2026-02-02T12:00:00.000Z', sent: 1 },
  ]);
});
