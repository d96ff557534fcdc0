// The operator's commands: `npm run admin -- verify | reset-link | mail-test <email>`, or `tips-readers`. They connect to a running
// Logbook and read the same settings.
import { isEmail, normalEmail, recoveryMinutes } from '#features/accounts/rules.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { StartRefusal } from '#platform/config/start-refusal.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { newId } from '#platform/clock/id.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';
import { resetLink } from './admin/reset-link.ts';
import { tipsReaders } from './admin/tips-readers.ts';
import { verifyPerson } from './admin/verify-person.ts';

const usage = 'npm run admin -- verify | reset-link | mail-test <email>, or npm run admin -- tips-readers';

async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({
    config,
    appSecret: loadOrCreateSecret(config.appSecret, config.dataDir),
    migrations: 'migrations',
    say: console.log,
    onLost: (error) => console.error(`database connection lost: ${error.message}`),
    embedded: joinEmbedded,
  });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function unknownEmail(email: string): StartRefusal {
  return new StartRefusal({
    what: `No user has the email ${email}.`,
    why: 'The commands work with the addresses that users sign in with.',
    fix: 'Check the spelling. The user must sign up first.',
  });
}

function verify(config: Config, email: string): Promise<void> {
  return withDatabase(config, async (database) => {
    if (!(await verifyPerson(database, email))) throw unknownEmail(email);
    console.log(`${email} is now verified.`);
  });
}

function printResetLink(config: Config, email: string): Promise<void> {
  return withDatabase(config, async (database) => {
    const link = await resetLink(database, config.appUrl, email);
    if (!link) throw unknownEmail(email);
    console.log(
      `Give this link to the user. It works once, for ${recoveryMinutes} minutes, and ends every session:\n${link}`,
    );
  });
}

async function mailTest(config: Config, email: string): Promise<void> {
  if (config.smtpUrl === undefined) {
    throw new StartRefusal({
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
    stopUrl: config.appUrl,
    text: `${message}\n`,
    html: `<p>This is a test. Sending email works.</p>`,
  });
  transport.close();
  if (outcome.state === 'sent') {
    console.log(`The mail server accepted an email for ${email}.`);
    return;
  }
  throw new StartRefusal({
    what: `The mail server did not accept an email for ${email}.`,
    why: outcome.reason,
    fix: 'Check SMTP_URL and MAIL_FROM. Emails from users wait and are retried.',
  });
}

/** Prints a line for each address: when it was confirmed, and how many tips it got. */
function printTipsReaders(config: Config): Promise<void> {
  return withDatabase(config, async (database) => {
    for (const { address, confirmedAt, sent } of await tipsReaders(database))
      console.log(`${confirmedAt}  ${sent}  ${address}`);
  });
}

const commands = { verify, 'reset-link': printResetLink, 'mail-test': mailTest };

try {
  const [name = '', address = ''] = process.argv.slice(2);
  const email = normalEmail(address);
  if (name === 'tips-readers' && email === '') await printTipsReaders(readConfig());
  else if (!(name in commands) || !isEmail(email)) {
    throw new StartRefusal({
      what: 'Unknown command or invalid email.',
      why: `Received: "${name}" "${address}".`,
      fix: usage,
    });
  } else await commands[name as keyof typeof commands](readConfig(), email);
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.report);
  process.exitCode = 1;
}
