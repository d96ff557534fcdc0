import type { Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { newId } from '#platform/clock/id.ts';
import { smtpTransport } from '#platform/mail/transport.ts';

/** Sends a test email, and prints or throws what the mail server said. */
export async function mailTest(config: Config, email: string): Promise<void> {
  if (config.smtpUrl === undefined) {
    throw new StartupError({
      what: 'SMTP_URL is not set.',
      why: 'Without it, no email is sent.',
      fix: 'Set it as described in .env.example, then try again.',
    });
  }
  const transport = smtpTransport(config.smtpUrl);
  const message = `This is a test of ${config.instanceName} at ${config.appUrl}. Sending email works.`;
  const outcome = await transport.send({
    to: email,
    from: { name: config.instanceName, address: config.mailFrom.address },
    replyTo: null,
    subject: `Test of ${config.instanceName}`,
    messageId: `<${newId()}@${new URL(config.appUrl).hostname}>`,
    date: new Date(),
    stopUrl: null,
    text: `${message}\n`,
    html: `<p>This is a test. Sending email works.</p>`,
  });
  transport.close();
  if (outcome.state === 'sent') {
    console.log(`The mail server accepted an email for ${email}.`);
    return;
  }
  throw new StartupError({
    what: `The mail server did not accept an email for ${email}.`,
    why: outcome.reason,
    fix: 'Check SMTP_URL and MAIL_FROM. Emails from users wait and are retried.',
  });
}
