// Whom an email counts as from, and what becomes of it. Real clients on loopback.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  entriesOf,
  listen,
  mailUser,
  messageFor,
  plainMessage,
  publishKey,
  sendMail,
  signed,
  startMailApp,
  suggestionsOf,
  talk,
  type MailApp,
} from '#tests/support/inbound-mail.ts';
import { limits } from '../../constants.ts';
import type { Listening } from './mail-listener.ts';

let app: MailApp;
let mail: Listening;
beforeAll(async () => {
  app = await startMailApp({ MAIL_IN_PORT: '0' });
  publishKey(app.dns, 'evil.example');
  mail = await listen(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

const filled = (user: { address: string; email: string }) => ({ address: user.address, from: user.email });
const noticesTo = async (userId: string) =>
  app.database.asOwner(async (db) =>
    (
      await db.query<{ reason: string }>(
        `select payload ->> 'reason' as reason from graphile_worker._private_jobs j
           join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = 'tell-refused-mail' and payload ->> 'user_id' = $1`,
        [userId],
      )
    ).rows.map(({ reason }) => reason),
  );

describe('a message', () => {
  it.each([
    ['a signature of another domain', async (raw: Buffer) => signed(raw, 'evil.example')],
    ['no signature', async (raw: Buffer) => raw],
    [
      'a changed text',
      async (raw: Buffer) =>
        Buffer.from((await signed(raw, 'example.com')).toString().replace('Written', 'Forged')),
    ],
    ['a signature of a part', async (raw: Buffer) => signed(raw, 'example.com', { maxBodyLength: 4 })],
    [
      'a second subject',
      async (raw: Buffer) =>
        Buffer.concat([Buffer.from('Subject: Forged\r\n'), await signed(raw, 'example.com')]),
    ],
    [
      'a second author',
      async (raw: Buffer) =>
        Buffer.concat([Buffer.from('From: eve@evil.example\r\n'), await signed(raw, 'example.com')]),
    ],
    [
      'a second author in the same header',
      async (raw: Buffer) =>
        signed(Buffer.from(raw.toString().replace(/^From: .*/, '$&, eve@example.com')), 'example.com'),
    ],
    [
      'its private address in a header that is not signed',
      async (raw: Buffer) => {
        const text = raw.toString();
        const [to] = /^To: .*\r\n/m.exec(text)!;
        const own = await signed(Buffer.from(text.replace(to, 'To: bo@example.org\r\n')), 'example.com');
        return Buffer.concat([Buffer.from(to.replace('To', 'Cc')), own]);
      },
    ],
    ['a key that does not exist', async (raw: Buffer) => signed(raw, 'example.com', { selector: 'none' })],
  ])('with %s becomes a suggestion, not an entry', async (_what, change) => {
    const ada = await mailUser(app);
    const raw = await change(plainMessage(filled(ada), 'Written by someone'));
    expect((await sendMail(mail.port, { to: ada.address, raw })).accepted).toBe(true);
    expect(await entriesOf(ada)).toEqual([]);
    const [suggestion, ...others] = await suggestionsOf(ada);
    expect(suggestion).toMatchObject({
      source: 'email',
      content: expect.stringMatching(/someone$/) as string,
    });
    expect(suggestion!.reason).toContain('not proven to be you');
    expect(others).toEqual([]);
  });

  it('from an address that is not verified, or of someone else, becomes a suggestion', async () => {
    const ada = await mailUser(app);
    await app.database.asOwner((db) =>
      db.query('update users set email_verified_at = null where id = $1', [ada.caller.userId]),
    );
    const bea = await mailUser(app);
    for (const from of [ada.email, bea.email]) {
      const raw = await signed(plainMessage({ address: ada.address, from }, `From ${from}`), 'example.com');
      await sendMail(mail.port, { to: ada.address, raw });
    }
    expect(await entriesOf(ada)).toEqual([]);
    expect(await suggestionsOf(ada)).toHaveLength(2);
    expect([...(await entriesOf(bea)), ...(await suggestionsOf(bea))]).toEqual([]);
  });

  it('whose headers end at another line for the check of signatures becomes a suggestion', async () => {
    const ada = await mailUser(app);
    const toEve = { address: 'eve@evil.example', from: ada.email };
    const own = await signed(plainMessage(toEve, 'To Eve'), 'example.com');
    const forged = plainMessage(filled(ada), 'Forged', { 'DKIM-Signature': 'v=1' }).toString();
    const { say, socket } = await talk(mail.port);
    for (const line of ['EHLO a.example', 'MAIL FROM:<a@b.example>', `RCPT TO:<${ada.address}>`, 'DATA'])
      await say(`${line}\r\n`);
    socket.write(`${forged.replace('\r\n\r\n', '\r\n\r\r\n')}\r\n`);
    expect(await say(`${own.toString()}\r\n.\r\n`)).toMatch(/^250/);
    socket.destroy();
    expect(await entriesOf(ada)).toEqual([]);
    expect(await suggestionsOf(ada)).toHaveLength(1);
  });

  it('that the user once sent to someone else becomes a suggestion', async () => {
    const ada = await mailUser(app);
    const old = new Date(Date.now() - (limits.daysOld + 1) * 86_400_000);
    const copies = [
      plainMessage({ ...filled(ada), address: 'bo@example.org' }, 'To Bo'),
      plainMessage({ ...filled(ada), date: old }, 'Long ago'),
    ];
    for (const copy of copies)
      await sendMail(mail.port, { to: ada.address, raw: await signed(copy, 'example.com') });
    expect(await entriesOf(ada)).toEqual([]);
    expect(await suggestionsOf(ada)).toHaveLength(2);
  });

  it('keeps its files as a suggestion, and names those that cannot be kept', async () => {
    const ada = await mailUser(app);
    await sendMail(mail.port, { to: ada.address, raw: messageFor('attachments', filled(ada)) });
    const [suggestion] = await suggestionsOf(ada);
    expect(suggestion!.files.map(({ name }) => name)).toEqual(['contract.pdf', 'Übersicht.txt']);
    expect(suggestion!.reason).toContain('Not kept: tool.exe');
  });

  it('to a full account stores no bytes of its files', async () => {
    const ada = await mailUser(app);
    const send = () => sendMail(mail.port, { to: ada.address, raw: messageFor('attachments', filled(ada)) });
    const folder = join(app.filesRoot, 'log-files', ada.caller.userId);
    await send();
    await app.database.asOwner((db) =>
      db.query('update suggestion_files set file_size = 1024 ^ 3 where user_id = $1', [ada.caller.userId]),
    );
    const before = await readdir(folder, { recursive: true });
    await send();
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    const reasons = (await suggestionsOf(ada)).map(({ reason }) => reason);
    expect(reasons).toContainEqual(
      expect.stringContaining('Not kept: contract.pdf, tool.exe, Übersicht.txt'),
    );
  });

  it('is a suggestion while the keys cannot be looked up', async () => {
    const ada = await mailUser(app);
    app.dns.isSilent = true;
    const raw = await signed(plainMessage(filled(ada), 'No answer'), 'example.com');
    const began = performance.now();
    expect((await sendMail(mail.port, { to: ada.address, raw })).accepted).toBe(true);
    app.dns.isSilent = false;
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await suggestionsOf(ada)).toHaveLength(1);
  });

  it('adds nothing when it is delivered again, one after the other or at the same time', async () => {
    const ada = await mailUser(app);
    const raw = await signed(messageFor('attachments', filled(ada)), 'example.com');
    const sent = await Promise.all([1, 2, 3].map(() => sendMail(mail.port, { to: ada.address, raw })));
    sent.push(await sendMail(mail.port, { to: ada.address, raw }));
    expect(sent.every(({ accepted }) => accepted)).toBe(true);
    const [entry, ...others] = await entriesOf(ada);
    expect([entry!.file_count, others]).toEqual([2, []]);
    const again = messageFor('attachments', { ...filled(ada), id: 'fixed@mail.example' });
    for (let n = 0; n < 2; n++) await sendMail(mail.port, { to: ada.address, raw: again });
    expect(await suggestionsOf(ada)).toHaveLength(1);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  it('reaches each of its recipients', async () => {
    const [ada, bea] = [await mailUser(app), await mailUser(app)];
    const raw = await signed(plainMessage(filled(ada), 'For both'), 'example.com');
    await sendMail(mail.port, { to: [ada.address, bea.address], raw });
    expect((await entriesOf(ada)).map(({ content }) => content)).toEqual(['For both']);
    expect((await suggestionsOf(bea)).map(({ content }) => content)).toEqual(['For both']);
  });

  it.each([
    ['empty', '', 'Re: Your week'],
    ['too-long', 'x'.repeat(10_001), 'Long'],
  ])(
    'that is %s is refused, and its owner is notified at most 3 times a day',
    async (reason, text, subject) => {
      const ada = await mailUser(app);
      for (let n = 0; n < limits.notices + 1; n++) {
        const message = plainMessage(filled(ada), text, { Subject: text === '' ? '' : subject });
        const { accepted, response } = await sendMail(mail.port, { to: ada.address, raw: message });
        expect([accepted, response.slice(0, 1)]).toEqual([false, '5']);
      }
      expect(await noticesTo(ada.caller.userId)).toEqual([reason, reason, reason]);
      expect([...(await entriesOf(ada)), ...(await suggestionsOf(ada))]).toEqual([]);
    },
  );

  it('from a bounce is dropped without an answer', async () => {
    const ada = await mailUser(app);
    const raw = plainMessage(filled(ada), 'Delivery failed');
    expect((await sendMail(mail.port, { from: '', to: ada.address, raw })).accepted).toBe(true);
    expect(await suggestionsOf(ada)).toEqual([]);
  });
});
