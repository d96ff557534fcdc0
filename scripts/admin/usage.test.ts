import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { feedbackPage, newestFeedback, printable } from './feedback.ts';
import { readUsage, usageLines } from './usage.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('the usage counts accounts and files, and masks addresses', async () => {
  const ada = await app.signUp();
  await app.signUp();
  await app.database.asOwner((db) =>
    db.query(
      `insert into resumes (id, user_id, file_name, file_path, file_size, mime_type, sha256)
       select gen_random_uuid(), $1::uuid, 'r.pdf', $1 || '/r.pdf', 3145728, 'application/pdf', '\\x00'`,
      [ada.userId],
    ),
  );
  const usage = await readUsage(app.database);
  expect(usage.counts).toMatchObject({ accounts: 2, verified: 2, active_week: 2, active_month: 2, files: 1 });
  const text = usageLines(usage).join('\n');
  expect(text).toContain(`${ada.userId}  p•••@example.com  1 file, 3.0 MB`);
  expect(text).not.toContain(ada.email);
});

it('feedback is listed newest first, page by page, and cannot control the terminal', async () => {
  const ada = await app.signUp();
  await app.database.asOwner((db) =>
    db.query(
      `insert into feedback (id, user_id, message, user_email, user_name, created_at)
       select gen_random_uuid(), $1, 'message ' || n, $2, 'Ada', now() - make_interval(mins => n)
       from generate_series(1, 25) n`,
      [ada.userId, ada.email],
    ),
  );
  const first = await newestFeedback(app.database, null);
  const second = await newestFeedback(app.database, first.at(-1)!.id);
  expect([first.length, first[0]!.message, second.length, second.at(-1)!.message]).toEqual([
    feedbackPage,
    'message 1',
    5,
    'message 25',
  ]);
  const hostile = { ...first[0]!, message: 'red\u001b[31m\u0007\u202e\r\nnext line' };
  expect(printable(hostile).split('\n').slice(1)).toEqual(['  red[31m', '  next line', '']);
});
