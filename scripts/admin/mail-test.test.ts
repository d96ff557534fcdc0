import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { startSink, type SmtpSink } from '#tests/support/smtp-sink.ts';
import { mailTest } from './mail-test.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSink();
  app = await startApp({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

it('a test email arrives without an unsubscribe link, which no test needs', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  await mailTest(app.config, 'host@example.com');
  expect(log).toHaveBeenCalledWith('The mail server accepted an email for host@example.com.');
  log.mockRestore();
  const [{ mail }] = sink.received as [(typeof sink.received)[0]];
  expect([mail.subject, mail.to]).toEqual(['Test of Logbook', [{ address: 'host@example.com', name: '' }]]);
  expect(mail.headers.filter(({ key }) => key.startsWith('list-'))).toEqual([]);
});

it("a test email that the server refuses reports the server's response", async () => {
  sink.behave = () => ({ code: 550, text: 'No such user', at: 'recipient' });
  await expect(mailTest(app.config, 'host@example.com')).rejects.toThrow(/did not accept.*No such user/s);
});
