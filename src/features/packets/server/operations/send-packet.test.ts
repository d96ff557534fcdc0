import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { delivered, mailedTokens, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
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

describe('the email of a link that its owner ended meanwhile (R-M3)', () => {
  /** Sends an email of an unverified user, which is held. Returns what releases it, and who would get it. */
  async function held() {
    const eve = await app.signUp('Eve Example');
    const packet = await publishedBy(eve);
    const to = `${newId()}@example.org`;
    expect((await send(eve, packet.id, to)).json.state).toBe('held');
    const release = async () => {
      const [token] = await mailedTokens(app, sink, eve.email, 'verify');
      expect((await eve.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
    };
    return { eve, packet, to, release };
  }
  const params = ({ id }: Packet) => ({ params: { id } });

  it('is sent once it is released while the link works', async () => {
    const { to, release, packet } = await held();
    await release();
    const [mail] = await delivered(app, sink, to);
    expect(mail!.mail.text).toContain(packet.link!.url);
  });

  it.each(['ended', 'replaced', 'expired', 'deleted with its packet'])(
    'is not sent when the link is %s',
    async (how) => {
      const { eve, packet, to, release } = await held();
      if (how === 'ended') await eve.call('DELETE /api/packets/:id/link', params(packet));
      if (how === 'replaced') await eve.call('POST /api/packets/:id/link', { ...params(packet), body: {} });
      if (how === 'deleted with its packet') await eve.call('DELETE /api/packets/:id', params(packet));
      if (how === 'expired')
        await app.database.asOwner((db) =>
          db.query('update packet_links set expires_at = now() where packet_id = $1', [packet.id]),
        );
      await release();
      await work(app);
      expect(sink.received.filter((mail) => mail.to.includes(to))).toEqual([]);
      const { rows } = await app.database.asOwner((db) =>
        db.query('select id from mails where recipient = $1', [to]),
      );
      expect(rows).toEqual([]);
    },
  );
});
