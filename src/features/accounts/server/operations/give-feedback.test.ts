import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../../../tests/support/app.ts';
import type { Caller } from '../../../../../tests/support/caller.ts';
import { markVerified, startMailingApp, work } from '../../../../../tests/support/mail.ts';
import type { SmtpSink } from '../../../../../tests/support/smtp-sink.ts';
import { newId } from '#platform/clock/id.ts';

let sink: SmtpSink;
let app: TestApp;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ MAIL_FEEDBACK: 'Team@example.org' }));
});
afterAll(() => app.close());

type Answer = { id: string; code: string; title: string };
const tell = (person: Caller, message: string, id = newId(), more: object = {}) =>
  person.call<Answer>('POST /api/feedback', { body: { id, message, ...more } });
const stored = async (id: string) =>
  app.database.asOwner(
    async (db) =>
      (await db.query('select user_id, message, user_email, user_name from feedback where id = $1', [id]))
        .rows,
  );
async function mailed(words: string) {
  await work(app);
  return sink.received.filter((one) => one.mail.text?.includes(words));
}

it('is stored with who gave it, and mailed to the operator who named an address (R-K8)', async () => {
  const person = await app.signUp('Ada Example');
  await markVerified(app, person);
  const { json } = await tell(person, '  A calendar\r\nwould be nice <b>  ');
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

it('has no address to answer to while it is not proved', async () => {
  await tell(await app.signUp(), 'From somebody unproved');
  const [mail] = await mailed('From somebody unproved');
  expect(mail!.mail.replyTo ?? []).toEqual([]);
});

it('is stored and mailed once when it is sent twice', async () => {
  const [person, id] = [await app.signUp(), newId()];
  const answers = [await tell(person, 'Only once', id), await tell(person, 'Only once', id)];
  expect(answers.map((answer) => answer.json)).toEqual([{ id }, { id }]);
  expect(await mailed('Only once')).toHaveLength(1);
  expect((await tell(person, 'Something else', id)).json.code).toBe('id_taken');
  expect((await tell(await app.signUp(), 'Only once', id)).json.code).toBe('id_taken');
});

it('has its bounds', async () => {
  const person = await app.signUp();
  expect((await tell(person, '  \n ')).json).toMatchObject({
    code: 'feedback_required',
    title: 'Please enter your feedback',
  });
  expect((await tell(person, 'x'.repeat(5001))).json.code).toBe('feedback_too_long');
  expect((await tell(person, 'x'.repeat(5000))).status).toBe(200);
  expect((await tell(person, 'x'.repeat(20_001))).json.code).toBe('invalid_input');
  expect((await tell(person, 'In a name', newId(), { user_name: 'x' })).json.code).toBe('invalid_input');
  expect((await tell(app.anonymous(), 'Nobody')).status).toBe(401);
});

it('is taken 20 times an hour', async () => {
  const person = await app.signUp();
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => tell(person, `Words ${n}`)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
  expect(answers.filter((answer) => answer.json.code === 'too_many_tries')).toHaveLength(4);
});
