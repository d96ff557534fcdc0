// What Logbook uses: the file storage, the mail server, and Stripe.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { callStripe, isMissing, stripeApi } from '#features/billing/server/operations/stripe-api.ts';
import type { Config, StripeBilling } from '#platform/config/config.ts';
import { checkFileStore, openFileStore } from '#platform/files/open-store.ts';
import { checkSmtp } from '#platform/mail/transport.ts';
import { problem, ok, warning, type Finding } from './finding.ts';

const probe = 'This object tests the file storage of Logbook. It may be deleted.';

/** Stores, reads and deletes an object. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const where = config.objectStorage ? `bucket ${config.objectStorage.bucket}` : 'data folder';
  if (!config.objectStorage && !existsSync(join(config.dataDir, 'files'))) {
    return [ok('The first start creates the folder of the files.')];
  }
  const refused: string[] = [];
  await checkFileStore(config, (message) => refused.push(message));
  if (refused.length > 0) {
    return [
      problem(
        `The ${where} does not respond.`,
        refused.join('\n').replace(/^Warning: /, ''),
        'Check S3_ENDPOINT and the network.',
      ),
    ];
  }
  const files = await openFileStore(config);
  const key = `doctor/${randomUUID()}`;
  const staged = await files.stage(
    (async function* () {
      yield Buffer.from(probe);
    })(),
    1000,
  );
  try {
    await files.put(staged, key);
    const found = await files.open(key, { first: 5, last: 10 });
    if (typeof found !== 'object' || (await text(found.bytes)) !== probe.slice(5, 11)) {
      const fix = 'Use an object store that supports Range.';
      return [problem(`The ${where} returns other bytes than were stored.`, 'A range was requested.', fix)];
    }
  } finally {
    await files.discard(staged);
    await files.remove(key);
  }
  if ((await files.sizeOf(key)) !== undefined) {
    const why = 'Deleted files of users would stay.';
    return [
      problem(`The ${where} does not delete objects.`, why, 'Permit this access key to delete objects.'),
    ];
  }
  return [ok(`Files can be stored, read and deleted in the ${where}.`)];
}

export async function checkMail({ smtpUrl, mode, mailFrom }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined) {
    if (mode === 'try') return [ok('Emails are kept in the mailbox page of try-it mode.')];
    const why = 'Emails are held, and no one can verify an address or reset a password by email.';
    return [warning('SMTP_URL is not set.', why, 'Set it as described in .env.example.')];
  }
  const { host, protocol, username } = new URL(smtpUrl);
  try {
    await checkSmtp(smtpUrl);
  } catch (error) {
    const why = (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 300);
    return [problem(`The mail server ${host} does not accept the connection.`, why, 'Check SMTP_URL.')];
  }
  const login = username === '' ? 'a connection' : 'the login';
  const findings = [
    ok(`The mail server ${host} accepts ${login}. To send an email: npm run admin -- mail-test <email>`),
  ];
  if (mailFrom.address.endsWith('@localhost'))
    findings.push(
      warning(`Emails come from ${mailFrom.address}.`, 'Most servers refuse it.', 'Set MAIL_FROM.'),
    );
  if (protocol === 'smtp:' && !/^(localhost|127\.|\[::1\]|10\.|192\.168\.)/.test(host)) {
    const why = 'The login is encrypted only if the server offers STARTTLS.';
    findings.push(warning('SMTP_URL begins with smtp:', why, 'Use smtps:// if the server supports it.'));
  }
  return findings;
}

export async function checkBilling({ billing, appUrl }: Config): Promise<Finding[]> {
  if (billing.driver !== 'stripe')
    return [ok(`The Team plan is ${billing.driver === 'test' ? 'in test mode' : 'included'}.`)];
  const findings = await Promise.all(
    (['monthly', 'yearly'] as const).map((plan) => checkPrice(billing, appUrl, plan)),
  );
  if (!appUrl.startsWith('https:')) {
    const why = 'Stripe sends the events of subscriptions to https addresses only.';
    findings.push(problem('APP_URL is not an https address.', why, 'Set up https.'));
  }
  return findings;
}

async function checkPrice(
  billing: StripeBilling,
  appUrl: string,
  plan: 'monthly' | 'yearly',
): Promise<Finding> {
  const { stripe } = await stripeApi(billing, appUrl);
  const name = `STRIPE_PRICE_${plan.toUpperCase()}`;
  try {
    const price = await callStripe(() => stripe.prices.retrieve(billing.prices[plan]));
    const interval = plan === 'monthly' ? 'month' : 'year';
    if (!price.active || price.recurring?.interval !== interval) {
      return problem(
        `${name} is not an active price for each ${interval}.`,
        'No one could subscribe.',
        'Correct it.',
      );
    }
    return ok(`Stripe knows ${name}.`);
  } catch (error) {
    if (isMissing(error)) return problem(`Stripe does not know ${name}.`, 'Its id is wrong.', 'Correct it.');
    return problem(
      `Stripe does not confirm ${name}.`,
      (error as Error).message,
      'Check STRIPE_SECRET_KEY and the network.',
    );
  }
}
