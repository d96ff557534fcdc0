import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import { mails, runJob, signUpVerified, work } from '#tests/support/mail.ts';
import {
  addEntry,
  choose,
  daily,
  makeDue,
  nextOf,
  received,
  sendReminders,
  sql,
  startReminderApp,
  weekly,
} from '#tests/support/reminders.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import type { Reminders } from '../../contract.ts';
import { nudgeTexts, questionTexts, replyMarker } from '../../mail-texts.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startReminderApp());
});
afterAll(() => app.close());

describe('the weekly email', () => {
  it('asks in the formats and zone of its user, with goals and the last lines of the log', async () => {
    const ada = await signUpVerified(app);
    for (const text of ['Ship the thing', 'Write the guide'])
      await ada.call('POST /api/goals', { body: { text } });
    for (const content of ['First', 'Second', 'Third\nwith a second line', 'Fourth'])
      await addEntry(ada, content);
    await choose(ada, { question: { state: 'on', day: 5, hour: 16 }, locale: 'de-DE' });
    await makeDue(app, ada);
    await sendReminders(app);
    const [email, ...others] = received(sink, ada);
    expect(others).toEqual([]);
    expect(email!.mail.subject).toBe(questionTexts.subject);
    const text = email!.mail.text!;
    expect(text).toContain('> Ship the thing\n> Write the guide');
    const day = new Intl.DateTimeFormat('de-DE', {
      month: 'short',
      day: 'numeric',
      timeZone: 'Europe/Berlin',
    }).format();
    expect(text).toContain(`> ${day}  Fourth\n> ${day}  Third with a second line\n> ${day}  Second`);
    expect(text).not.toContain('First');
    expect(text + email!.mail.html).not.toMatch(/streak|missed|in a row/i);
    expect(email!.mail.replyTo).toBeUndefined();
    expect(await nextOf(app, ada)).toBeGreaterThan(Date.now());
  });

  it('can be answered by email once its user has a private address', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    const made = await ada.call<{ address: { email: string } }>('POST /api/mail_address', {
      body: { id: newId() },
    });
    await makeDue(app, ada);
    await sendReminders(app);
    const [email] = received(sink, ada);
    expect(email!.mail.replyTo?.map(({ address }) => address)).toEqual([made.json.address.email]);
    expect(email!.mail.text).toMatch(new RegExp(`^${replyMarker}`));
    expect(email!.mail.html).toContain(replyMarker);
  });

  it('asks in a week with an entry as well', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    await addEntry(ada, 'Written');
    await makeDue(app, ada);
    await sendReminders(app);
    expect(received(sink, ada)).toHaveLength(1);
  });

  it('goes to verified addresses only, and starts when the address is verified', async () => {
    const ada = await app.signUp();
    await weekly(ada);
    await makeDue(app, ada);
    await sendReminders(app);
    expect(received(sink, ada)).toEqual([]);
    expect(await nextOf(app, ada)).toBeGreaterThan(Date.now());
    expect((await ada.call<Reminders>('GET /api/reminders')).json.address.state).toBe('unverified');
  });

  it('does not reach an address that has unsubscribed from all emails', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    await sql(app, `insert into mail_suppressions (address) values (app.mailbox($1))`, [ada.email]);
    await makeDue(app, ada);
    await sendReminders(app);
    expect(received(sink, ada)).toEqual([]);
    expect((await ada.call<Reminders>('GET /api/reminders')).json.address.state).toBe('stopped');
  });

  it('that is more than a day late is left out, and one that is late is sent once', async () => {
    const [late, tooLate] = [await signUpVerified(app), await signUpVerified(app)];
    for (const [person, hours] of [
      [late, 23],
      [tooLate, 24 * 20],
    ] as const) {
      await weekly(person);
      await makeDue(app, person, hours);
    }
    await sendReminders(app);
    await sendReminders(app);
    expect([received(sink, late).length, received(sink, tooLate).length]).toEqual([1, 0]);
    expect(await nextOf(app, tooLate)).toBeGreaterThan(Date.now());
  });

  it('is sent once by many processes at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signUpVerified(app)));
    for (const person of people) {
      await weekly(person);
      await makeDue(app, person);
    }
    await Promise.all(Array.from({ length: 5 }, () => runJob(app, 'remind')));
    await work(app);
    expect(people.map((person) => received(sink, person).length)).toEqual(people.map(() => 1));
  });

  it('that is due is sent although its user changes something else before', async () => {
    const ada = await signUpVerified(app);
    const question = { state: 'on', day: 5, hour: 16 };
    await choose(ada, { question });
    await makeDue(app, ada);
    await choose(ada, {
      question,
      locale: 'de-DE',
      nudge: { state: 'paused', days: [1], hour: 9, by_email: true },
    });
    await sendReminders(app);
    expect(received(sink, ada)).toHaveLength(1);
  });

  it('that is due is not sent once its user has chosen another time for it', async () => {
    const ada = await signUpVerified(app);
    for (const [day, hour, time_zone] of [
      [4, 16, 'Europe/Berlin'],
      [5, 17, 'Europe/Berlin'],
      [5, 16, 'Asia/Tokyo'],
    ] as const) {
      await weekly(ada);
      await makeDue(app, ada);
      await choose(ada, { question: { state: 'on', day, hour }, time_zone });
      await sendReminders(app);
    }
    expect(received(sink, ada)).toEqual([]);
  });

  it('that still waits is not sent after its user has turned it off', async () => {
    const ada = await signUpVerified(app);
    await weekly(ada);
    await makeDue(app, ada);
    await runJob(app, 'remind');
    await choose(ada, {});
    await work(app);
    expect(received(sink, ada)).toEqual([]);
    expect((await mails(app, ada.email)).map(({ kind }) => kind)).not.toContain('weekly-email');
  });

  it('of one user that fails does not keep the others waiting', async () => {
    const [broken, ada] = [await signUpVerified(app), await signUpVerified(app)];
    for (const person of [broken, ada]) await weekly(person);
    await sql(app, 'update users set email = $2 where id = $1', [
      broken.userId,
      `a\u202eb-${newId()}@example.com`,
    ]);
    await makeDue(app, broken, 2);
    await makeDue(app, ada, 1);
    await sendReminders(app);
    expect(received(sink, ada)).toHaveLength(1);
  });
});

describe('a reminder by email', () => {
  it('is left out in a week in which something was written, whatever the date of the entry', async () => {
    const [ada, bob] = [await signUpVerified(app), await signUpVerified(app)];
    for (const person of [ada, bob]) {
      await daily(person);
      await makeDue(app, person);
    }
    await addEntry(ada, 'An old story', { created_at: '2020-01-01T12:00:00Z' });
    await sendReminders(app);
    expect(received(sink, ada)).toEqual([]);
    const [email] = received(sink, bob);
    expect(email!.mail.subject).toBe(nudgeTexts.subject);
    expect(email!.mail.text).not.toMatch(/streak|missed|in a row/i);
  });

  it('is sent although there is an entry of an earlier week', async () => {
    const ada = await signUpVerified(app);
    await daily(ada);
    await addEntry(ada, 'Done');
    await app.database.asOwner(async (db) => {
      await db.query(`set session_replication_role = replica`);
      await db.query(
        `update check_ins set recorded_at = now() - interval '8 days', changed_at = now() - interval '8 days'
         where user_id = $1`,
        [ada.userId],
      );
      await db.query(`set session_replication_role = default`);
    });
    await makeDue(app, ada);
    await sendReminders(app);
    expect(received(sink, ada)).toHaveLength(1);
  });
});
