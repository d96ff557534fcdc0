import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { scripts } from '#tests/support/hostile-texts.ts';
import { newId } from '#platform/clock/id.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Report = { reportHtml: string; week: string; has_earlier: boolean; is_current: boolean; code?: string };

const generate = (caller: Caller, body: object) =>
  caller.call<Report>('POST /api/functions/v1/generate-week-review', { body });
const report = async (caller: Caller, week: string, timezone: string) =>
  (await generate(caller, { timezone, week })).json.reportHtml;
const log = async (caller: Caller, content: string, created_at: string) => {
  const { status } = await caller.call('POST /api/check_ins', { body: { id: newId(), content, created_at } });
  expect(status).toBe(200);
};
const complete = async (caller: Caller, text: string, completed_at: string) => {
  const id = newId();
  await caller.call('POST /api/goals', { body: { id, text } });
  const body = { check_in_id: newId(), completed_at };
  expect((await caller.call('POST /api/goals/:id/complete', { params: { id }, body })).status).toBe(200);
};
const thank = async (from: Caller, to: Caller, message: string) => {
  const body = { id: newId(), recipient_email: to.email, message };
  expect((await from.call('POST /api/shoutouts', { body })).status).toBe(200);
};
/** The five headline figures, each with that of the week before. */
const figuresOf = (html: string) =>
  [...html.matchAll(/class="number"[^>]*>(\d+)<.*?was (\d+)</g)].map(([, now, before]) => [
    Number(now),
    Number(before),
  ]);
const tagsOf = (html: string) => html.match(/<[a-z!/][^>]*>/gi);

describe('a week across a clock change', () => {
  // First instant of the week, and of the next one. The clock changes on the Sunday.
  it.each([
    ['Europe/Berlin', '2025-10-20', '2025-10-19T22:00:00.000Z', '2025-10-26T23:00:00.000Z'],
    ['America/New_York', '2026-03-02', '2026-03-02T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['Australia/Lord_Howe', '2025-09-29', '2025-09-28T13:30:00.000Z', '2025-10-05T13:00:00.000Z'],
  ])('contains what happened from Monday to Sunday in %s', async (timezone, monday, start, end) => {
    const ada = await app.signUp();
    const earlier = (at: string) => new Date(Date.parse(at) - 1).toISOString();
    await log(ada, 'Before the week', earlier(start));
    await log(ada, 'First of the week', start);
    await log(ada, 'Last of the week', earlier(end));
    await log(ada, 'After the week', end);
    await complete(ada, 'Goal in the week', earlier(end));
    await complete(ada, 'Goal after the week', end);
    const html = await report(ada, monday, timezone);
    for (const text of ['First of the week', 'Last of the week', 'Goal in the week'])
      expect(html).toContain(text);
    for (const text of ['Before the week', 'After the week', 'Goal after the week'])
      expect(html).not.toContain(text);
    // Entries (a completed goal is one), days, goals, shoutouts, files.
    expect(figuresOf(html)).toEqual([
      [3, 1],
      [2, 1],
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
    // The last entry is on the Sunday, although the day has 23, 25 or 24 hours and a half.
    expect(html).toMatch(/Sun <span[^>]*>2</);
  });
});

describe('the time zone of a report', () => {
  const at = '2026-03-01T23:30:00.000Z';
  it.each([
    ['Europe/Berlin', 'Europe/Berlin', true],
    ['an unknown zone', 'Mars/Olympus', true],
    ['an offset, which is no zone', '+05:00', true],
    ['no zone', '', true],
    ['UTC', 'UTC', false],
  ])("is the profile's for an unknown one: %s", async (_what, timezone, isInWeek) => {
    const ada = await app.signUp();
    await app.database.asOwner((db) =>
      db.query(`update profiles set time_zone = 'Europe/Berlin' where user_id = $1`, [ada.userId]),
    );
    await log(ada, 'Around midnight', at);
    expect((await report(ada, '2026-03-02', timezone)).includes('Around midnight')).toBe(isInWeek);
  });

  it('is UTC if that of the profile is also unknown', async () => {
    const ada = await app.signUp();
    await app.database.asOwner((db) =>
      db.query(`update profiles set time_zone = 'Not/AZone' where user_id = $1`, [ada.userId]),
    );
    expect(await report(ada, '2026-03-02', 'Mars/Olympus')).toContain('time zone UTC');
  });
});

describe('the selected week', () => {
  it('is the one that contains the day, and never later than the current one', async () => {
    const ada = await app.signUp();
    await log(ada, 'Long ago', '2026-03-01T12:00:00.000Z');
    const { json } = await generate(ada, { timezone: 'UTC', week: '2026-03-05' });
    expect(json).toMatchObject({ week: '2026-03-02', has_earlier: true, is_current: false });
    const first = await generate(ada, { timezone: 'UTC', week: '2026-02-24' });
    expect(first.json).toMatchObject({ week: '2026-02-23', has_earlier: false });
    const current = (await generate(ada, { timezone: 'UTC' })).json;
    expect(current.is_current).toBe(true);
    expect((await generate(ada, { timezone: 'UTC', week: '2999-01-01' })).json.week).toBe(current.week);
  });

  it.each(['0001-01-01', '2026-02-30', 'last'])('is refused for %s', async (week) => {
    const { status } = await generate(await app.signUp(), { timezone: 'UTC', week });
    expect(status).toBe(400);
  });

  it('says that it is empty', async () => {
    const ada = await app.signUp();
    expect(await report(ada, '2026-03-02', 'UTC')).toContain('A quiet week');
    expect((await generate(ada, { timezone: 'UTC' })).json.reportHtml).toContain(
      'Nothing has been logged this week yet.',
    );
  });
});

describe('the content of a report', () => {
  it('lists files, tags and shoutouts in both directions, and nothing from the bin or of other users', async () => {
    const [ada, bo, eve] = [
      await app.signUp('Ada Example'),
      await app.signUp('Bo Example'),
      await app.signUp(),
    ];
    const now = new Date().toISOString();
    await log(ada, 'With a tag #billing', now);
    const deleted = newId();
    await ada.call('POST /api/check_ins', { body: { id: deleted, content: 'In the bin' } });
    await ada.call('DELETE /api/check_ins/:id', { params: { id: deleted } });
    const withFile = newId();
    const files = [{ id: newId(), name: 'notes.txt', size: 5 }];
    await ada.call('POST /api/check_ins', { body: { id: withFile, content: 'With a file', files } });
    const form = new FormData();
    form.set('check_in_id', withFile);
    form.set('id', files[0]!.id);
    form.set('file', new File(['notes'], 'notes.txt'));
    expect((await ada.call('POST /api/storage/log-files', { form })).status).toBe(200);
    await thank(ada, bo, 'Thanks for the review');
    await thank(bo, ada, 'Thanks for the patience');
    await thank(bo, eve, 'Only for Eve');
    await log(eve, 'Of someone else', now);

    const { reportHtml: html } = (await generate(ada, { timezone: 'UTC' })).json;
    for (const text of [
      'With a tag #billing',
      '#billing 1',
      '1 file: notes.txt',
      'Thanks for the review',
      `To ${bo.email}`,
    ])
      expect(html).toContain(text);
    expect(html).toMatch(/From Bo Example.*Thanks for the patience/);
    for (const text of ['In the bin', 'Only for Eve', 'Of someone else']) expect(html).not.toContain(text);
    expect(figuresOf(html).map(([count]) => count)).toEqual([2, 1, 0, 2, 1]);
  });

  it('says how many goals and shoutouts are beyond its limits, and so does the board', async () => {
    const [ada, bo] = [await app.signUp(), await app.signUp()];
    await app.database.asOwner(async (db) => {
      await db.query('update users set email_verified_at = now() where id = any ($1)', [
        [ada.userId, bo.userId],
      ]);
      await db.query(
        `insert into goals (id, user_id, text, position, completed_at)
         select gen_random_uuid(), $1, 'Goal ' || n, n, '2026-03-03T12:00:00Z' from generate_series(1, 102) n`,
        [ada.userId],
      );
      await db.query(
        `insert into shoutouts (id, sender_id, recipient_email, message, created_at)
         select gen_random_uuid(), sender, recipient, 'Thanks ' || n, '2026-03-03T12:00:00Z'
         from (values ($1::uuid, $4, 101), ($3::uuid, $2, 202)) as sent (sender, recipient, count),
           generate_series(1, count) n`,
        [ada.userId, ada.email, bo.userId, bo.email],
      );
    });
    const html = await report(ada, '2026-03-02', 'UTC');
    expect(html.match(/Goal \d+/g)).toHaveLength(100);
    expect(html.match(/Thanks \d+/g)).toHaveLength(200);
    for (const text of [
      '2 more completed goals are in the logbook but not listed here.',
      '102 more shoutouts are in the logbook but not listed here.',
      '1 more shoutout is in the logbook but not listed here.',
    ])
      expect(html).toContain(text);
    expect(figuresOf(html).slice(2, 4)).toEqual([
      [102, 0],
      [303, 0],
    ]);

    const board = async (body: object) =>
      (
        await ada.call<Report & { rows: object[]; count: number }>(
          'POST /api/functions/v1/generate-shoutout-board',
          { body: { timezone: 'UTC', ...body } },
        )
      ).json;
    const all = await board({});
    expect([all.rows.length, all.count]).toEqual([300, 303]);
    expect(all.reportHtml).toContain('303 shoutouts. The newest 300 are shown, and 3 older ones are not.');
    const received = await board({ direction: 'received' });
    expect([received.rows.length, received.count]).toEqual([202, 202]);
    expect(received.reportHtml).toContain('>202 shoutouts<');
    expect((await board({ direction: 'sent' })).count).toBe(101);
    expect((await board({ direction: 'sent', period: 'month' })).count).toBe(0);
  });

  it('escapes hostile texts wherever it shows them', async () => {
    const fill = async (texts: string[]) => {
      const [ada, bo] = [await app.signUp('Ada Example'), await app.signUp('Bo Example')];
      for (const text of texts) {
        await log(ada, text, new Date().toISOString());
        await complete(ada, text, new Date().toISOString());
        await thank(ada, bo, text);
        await thank(bo, ada, text);
      }
      const board = await ada.call<Report>('POST /api/functions/v1/generate-shoutout-board', {
        body: { timezone: 'UTC' },
      });
      return [(await generate(ada, { timezone: 'UTC' })).json.reportHtml, board.json.reportHtml];
    };
    const harmless = await fill(scripts.map((_, index) => `Text ${index}`));
    const hostile = await fill(scripts);
    hostile.forEach((html, index) => expect(tagsOf(html)).toEqual(tagsOf(harmless[index]!)));
  });

  it('is a complete document that allows no scripts', async () => {
    const html = await report(await app.signUp(), '2026-03-02', 'UTC');
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">.*<\/html>$/s);
    expect(html).toContain(`content="default-src &#x27;none&#x27;; style-src &#x27;unsafe-inline&#x27;"`);
    expect(html).not.toContain('<script');
  });
});
