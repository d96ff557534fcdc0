import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { delivered, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import type { Packet } from '../../contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

async function publishedBy(caller: Caller, title = 'My year'): Promise<Packet> {
  const entry = newId();
  await caller.call('POST /api/check_ins', { body: { id: entry, content: 'Shipped it' } });
  const items = [{ kind: 'entry', id: entry, note: '', files: false }];
  const period = { from: '2024-01-01', to: '2029-12-31' };
  const draft = { title, period, introduction: '', groups: [{ title: '', line: '', items }] };
  const { json } = await caller.call<Packet>('POST /api/packets', { body: { id: newId(), draft } });
  const published = await caller.call<Packet>('POST /api/packets/:id/publish', {
    params: { id: json.id },
    body: {},
  });
  return published.json;
}
const send = (caller: Caller, id: string, email: string) =>
  caller.call<{ state: string } & ProblemBody>('POST /api/packets/:id/send', {
    params: { id },
    body: { email },
  });

it('the email of a packet names its sender, and has the link and why it was sent', async () => {
  const ada = await signUpVerified(app, 'Ada Example');
  const packet = await publishedBy(ada);
  const { json } = await send(ada, packet.id, ' Reader@Example.org ');
  expect(json).toMatchObject({ email: 'reader@example.org', state: 'queued' });
  const [mail] = await delivered(app, sink, 'reader@example.org');
  expect(mail!.mail.subject).toBe('Ada Example: My year');
  const text = mail!.mail.text ?? '';
  expect(text).toContain(packet.link!.url);
  expect(text).toContain(`Ada Example (${ada.email}) sent this review packet to reader@example.org.`);
});

it('waits until the sender is verified, and counts toward the limits of emails to other people (R-A3, R-A8)', async () => {
  const eve = await app.signUp('Eve Example');
  const unverified = await publishedBy(eve);
  expect((await send(eve, unverified.id, 'held@example.org')).json.state).toBe('held');
  const ada = await signUpVerified(app, 'Ada Example');
  const packet = await publishedBy(ada);
  const states: string[] = [];
  for (let n = 0; n < 4; n++) states.push((await send(ada, packet.id, 'often@example.org')).json.state);
  expect(states).toEqual(['queued', 'queued', 'queued', 'waiting']);
});

it('is refused without an address, for a link that has ended, and for the packet of another user', async () => {
  const [ada, eve] = [await signUpVerified(app, 'Ada Example'), await signUpVerified(app, 'Eve')];
  const packet = await publishedBy(ada);
  expect((await send(ada, packet.id, ' ')).json.code).toBe('email_required');
  expect((await send(ada, packet.id, 'nobody')).json.code).toBe('invalid_email');
  expect((await send(eve, packet.id, 'a@example.org')).status).toBe(404);
  await ada.call('DELETE /api/packets/:id/link', { params: { id: packet.id } });
  expect((await send(ada, packet.id, 'a@example.org')).json.code).toBe('not_published');
});
