import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { asked, form, linkIn, sql, startReminderApp } from '#tests/support/reminders.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { limits } from '../../constants.ts';
import { answerTexts } from '../../page-texts.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startReminderApp());
});
afterAll(() => app.close());

describe('the page of the answer', () => {
  const entriesOf = async (person: Caller) =>
    sql<{ content: string; source: string; emoji: string | null }>(
      app,
      'select content, source, emoji from check_ins where user_id = $1 order by id',
      [person.userId],
    );
  const open = async (path: string) => {
    const visitor = app.anonymous();
    await visitor.call(`GET ${path}`);
    return { visitor, page: await visitor.call('GET /mail/answer') };
  };
  const tokenOf = (path: string) => new URL(path, 'http://x').searchParams.get('token')!;
  const answer = (token: string, text: string) =>
    app.anonymous().call('POST /mail/answer', form({ token, text }));

  it('adds an entry without a session, which says that it came by email; twice is once', async () => {
    const { ada, text } = await asked(app, sink);
    const path = linkIn(app, text, '/mail/answer');
    const { page } = await open(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<textarea')]);
    expect(page.text).not.toContain(ada.email);
    expect(await entriesOf(ada)).toEqual([]);
    for (const _ of [1, 2])
      expect((await answer(tokenOf(path), '🎉 Shipped\r\nit #launch')).text).toContain(
        answerTexts.saved.title,
      );
    expect(await entriesOf(ada)).toEqual([{ content: 'Shipped\nit #launch', source: 'email', emoji: '🎉' }]);
    await answer(tokenOf(path), 'Another');
    expect(await entriesOf(ada)).toHaveLength(2);
    const found = await ada.call<{ rows: unknown[] }>('GET /api/check_ins/search', {
      query: { q: '#launch' },
    });
    expect(found.json.rows).toHaveLength(1);
  });

  it.each([
    ['nothing', ' \n ', 400, answerTexts.empty],
    ['too much', 'x'.repeat(10_001), 400, 'up to 10,000'],
  ])('%s is refused, and what was typed is still there', async (_what, typed, status, why) => {
    const { text } = await asked(app, sink);
    const page = await answer(tokenOf(linkIn(app, text, '/mail/answer')), typed);
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(why)]);
    expect(page.text).toContain(typed.trim());
  });

  it('of a changed, foreign or ended link keeps what was typed, and adds nothing', async () => {
    const { ada, text } = await asked(app, sink);
    const token = tokenOf(linkIn(app, text, '/mail/answer'));
    const quiet = tokenOf(linkIn(app, text, '/mail/reminders'));
    for (const bad of [`${token.slice(0, -2)}AA`, quiet, '', 'a'.repeat(1000)]) {
      const page = await answer(bad, 'Precious');
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('Precious')]);
    }
    await sql(app, 'select app.end_access($1)', [ada.userId]);
    expect((await answer(token, 'Precious')).status).toBe(404);
    expect(await entriesOf(ada)).toEqual([]);
  });

  it('does not work once the address is no longer the user’s, or the account is gone', async () => {
    const { ada, text } = await asked(app, sink);
    const token = tokenOf(linkIn(app, text, '/mail/answer'));
    await sql(app, 'update users set email = $2 where id = $1', [ada.userId, `moved-${newId()}@example.com`]);
    expect((await answer(token, 'Precious')).status).toBe(404);
    await sql(app, 'delete from users where id = $1', [ada.userId]);
    expect((await answer(token, 'Precious')).status).toBe(404);
  });

  it('adds a limited number of entries', async () => {
    const { ada, text } = await asked(app, sink);
    const token = tokenOf(linkIn(app, text, '/mail/answer'));
    for (let n = 0; n < limits.answersPerDay; n++) await answer(token, `Line ${n}`);
    const page = await answer(token, 'One more');
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('One more')]);
    expect(await entriesOf(ada)).toHaveLength(limits.answersPerDay);
  });
});
