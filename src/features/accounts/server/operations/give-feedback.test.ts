import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { markVerified, startMailingApp, work } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';

let sink: SmtpSink;
let app: TestApp;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ MAIL_FEEDBACK: 'Team@example.org' }));
});
afterAll(() => app.close());

type Answer = { id: string; code: string; title: string };
const send = (person: Caller, message: string, id = newId(), more: object = {}) =>
  person.call<Answer>('POST /api/feedback', { body: { id, message, ...more } });
const stored = async (id: string) =>
  app.database.asOwner(
    async (db) =>
      (await db.query('select user_id, message, user_email, user_name from feedback where id = $1', [id]))
        .rows,
  );
async function mailed(text: string) {
  await work(app);
  return sink.received.filter((one) => one.mail.text?.includes(text));
}

it('feedback is stored with its sender and emailed to the address in MAIL_FEEDBACK (R-K8)', async () => {
  const person = await app.signUp('Ada Example');
  await markVerified(app, person);
  const { json } = await send(person, '  A calendar\r\nwould be nice <b>  ');
  expect(await stored(json.id)).toEqual([
    {
      user_id: person.userId,
      message: 'A calendar\nwould be nice <b>',
      user_email: person.email,
      user_name: 'Ada Example',
    },
  ]);
  const [mail] = await mailed('would be nice');
  expect([mail!.to, mail!.mail.subject]).toEqual([['team@example.org'], 'Feedback from Ada Example']);
  expect(mail!.mail.replyTo?.map((one) => one.address)).toEqual([person.email]);
  expect(mail!.mail.html).not.toContain('<b>');
});

it('the feedback email has no reply-to while the sender is unverified', async () => {
  await send(await app.signUp(), 'From an unverified user');
  const [mail] = await mailed('From an unverified user');
  expect(mail!.mail.replyTo ?? []).toEqual([]);
});

it('feedback sent twice with one id is stored and emailed once', async () => {
  const [person, id] = [await app.signUp(), newId()];
  const answers = [await send(person, 'Only once', id), await send(person, 'Only once', id)];
  expect(answers.map((answer) => answer.json)).toEqual([{ id }, { id }]);
  expect(await mailed('Only once')).toHaveLength(1);
  expect((await send(person, 'Something else', id)).json.code).toBe('id_taken');
  expect((await send(await app.signUp(), 'Only once', id)).json.code).toBe('id_taken');
});

it('feedback that is empty, too long, malformed or anonymous is refused', async () => {
  const person = await app.signUp();
  expect((await send(person, '  \n ')).json).toMatchObject({
    code: 'feedback_required',
    title: 'Please enter your feedback',
  });
  expect((await send(person, 'x'.repeat(5001))).json.code).toBe('feedback_too_long');
  expect((await send(person, 'x'.repeat(5000))).status).toBe(200);
  expect((await send(person, 'x'.repeat(20_001))).json.code).toBe('invalid_input');
  expect((await send(person, 'With a role', newId(), { role: 'x' })).json.code).toBe('invalid_input');
  expect((await send(person, 'In a name', newId(), { user_name: 'x' })).status).toBe(200);
  expect((await send(app.anonymous(), 'Anonymous')).status).toBe(401);
});

it('feedback is limited to 20 an hour', async () => {
  const person = await app.signUp();
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => send(person, `Message ${n}`)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
  expect(answers.filter((answer) => answer.json.code === 'too_many_tries')).toHaveLength(4);
});
