// `test` with a Logbook that sends its emails to a real SMTP sink, where tests read them.
import { startSink, type SmtpSink } from '../../support/smtp-sink.ts';
import { LogbookProcess } from './logbook-process.ts';
import { expect, test as base } from './test.ts';

type ForWorker = { sink: SmtpSink };

export const test = base.extend<object, ForWorker>({
  sink: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const sink = await startSink();
      await use(sink);
      await sink.close();
    },
    { scope: 'worker' },
  ],
  logbook: [
    async ({ sink }, use) => {
      const logbook = await LogbookProcess.start({ SMTP_URL: sink.url });
      await use(logbook);
      await logbook.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Waits for the `nth` email to this address with a matching text, and returns the match. */
export async function linkIn(sink: SmtpSink, email: string, pattern: RegExp, nth = 1): Promise<string> {
  const found = () =>
    sink.received
      .filter((message) => message.to.includes(email))
      .flatMap((message) => pattern.exec(message.mail.text ?? '')?.[0] ?? []);
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(nth);
  return found()[nth - 1]!;
}

export const verifyLink = (sink: SmtpSink, email: string) =>
  linkIn(sink, email, /http\S+\/auth\?verify=[^\s)>]+/);
export const recoveryLink = (sink: SmtpSink, email: string, nth = 1) =>
  linkIn(sink, email, /http\S+\/auth\?recover=[^\s)>]+/, nth);
export const undoLink = (sink: SmtpSink, email: string) =>
  linkIn(sink, email, /http\S+\/auth\?undo=[^\s)>]+/);
