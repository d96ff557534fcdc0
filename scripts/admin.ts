// The operator's commands. They connect to a running Logbook and read the same settings. Without a command, this lists
// them.
import { limits } from '#features/accounts/constants.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { feedbackPage, newestFeedback, printable } from './admin/feedback.ts';
import { mailTest } from './admin/mail-test.ts';
import { resetLink } from './admin/reset-link.ts';
import { resetSignIn } from './admin/reset-sign-in.ts';
import { rotateSigningKey } from './admin/rotate-signing-key.ts';
import { tipsReaders } from './admin/tips-readers.ts';
import { readUsage, usageLines } from './admin/usage.ts';
import { verifyPerson } from './admin/verify-person.ts';
import { counted } from '#platform/text/language.ts';
import { reportStartupError } from './lib/report-startup-error.ts';
import { requireDatabase } from './lib/require-database.ts';
import { withDatabase } from './lib/with-database.ts';

function onDatabase(...[config, work]: Parameters<typeof withDatabase>): Promise<void> {
  requireDatabase(config);
  return withDatabase(config, work);
}

function unknownEmail(email: string): StartupError {
  return new StartupError({
    what: `No user has the email ${email}.`,
    why: 'The commands work with the addresses that users sign in with.',
    fix: 'Check the spelling. The user must sign up first.',
  });
}

function verify(config: Config, email: string): Promise<void> {
  return onDatabase(config, async (database) => {
    if (!(await verifyPerson(database, email))) throw unknownEmail(email);
    console.log(`${email} is now verified.`);
  });
}

function printResetLink(config: Config, email: string): Promise<void> {
  if (!config.passwords)
    throw new StartupError({
      what: 'PASSWORDS=off: a link to set a password would open nothing.',
      why: 'Accounts are opened with the sign-in service or a passkey.',
      fix: 'Set PASSWORDS=on and restart, so that the user can set a password and connect the service again.',
    });
  return onDatabase(config, async (database) => {
    const link = await resetLink(database, config.appUrl, email);
    if (!link) throw unknownEmail(email);
    console.log(
      `Give this link to the user. It works once, for ${limits.recoveryMinutes} minutes, and ends every session:\n${link}`,
    );
  });
}

function printResetSignIn(config: Config, email: string): Promise<void> {
  return onDatabase(config, async (database) => {
    const removed = await resetSignIn(database, email, config);
    if (removed === undefined) throw unknownEmail(email);
    if (removed === 'last way')
      throw new StartupError({
        what: `PASSWORDS=off, and ${email} is not connected to the sign-in service: nothing would open the account.`,
        why: 'Without passwords, only the sign-in service and passkeys open accounts.',
        fix: 'Set PASSWORDS=on and restart, run this again, and give the user a link of reset-link.',
      });
    console.log(
      `Removed: ${counted(removed.passkeys, { one: 'passkey', other: 'passkeys' })}, ${counted(removed.apps, { one: 'authenticator app', other: 'authenticator apps' })}, and all recovery codes. Every session has ended, and ${email} gets an email.`,
    );
  });
}

/** Prints a line for each address: when it was confirmed, and how many tips it got. */
function printTipsReaders(config: Config): Promise<void> {
  return onDatabase(config, async (database) => {
    const readers = await tipsReaders(database);
    for (const { address, confirmedAt, sent } of readers)
      console.log(`confirmed ${confirmedAt}, tips sent: ${sent}  ${address}`);
    if (readers.length === 0) console.log('No readers.');
  });
}

/** Prints a page of what users sent, and how to get the next one. */
function printFeedback(config: Config, option: string): Promise<void> {
  const before =
    option === '' ? null : /^--before=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(option)?.[1];
  if (before === undefined) throw unknownCommand('feedback', option);
  return onDatabase(config, async (database) => {
    const page = await newestFeedback(database, before);
    for (const feedback of page) console.log(printable(feedback));
    if (page.length === feedbackPage)
      console.log(`More: npm run admin -- feedback --before=${page.at(-1)!.id}`);
    else if (page.length === 0) console.log('No feedback.');
  });
}

function printUsage(config: Config): Promise<void> {
  return onDatabase(config, async (database) => {
    for (const line of usageLines(await readUsage(database))) console.log(line);
  });
}

/** Of `--stolen-since`: a day in UTC, not in the future. Undefined if it is missing. */
function stolenSince(option: string): Date | undefined {
  if (option === '') return undefined;
  const day = /^--stolen-since=(\d{4}-\d\d-\d\d)$/.exec(option)?.[1];
  const since = new Date(day ?? '');
  if (!(since.getTime() <= Date.now())) throw unknownCommand('rotate-signing-key', option);
  return since;
}

function rotateKey(config: Config, option: string): Promise<void> {
  const since = stolenSince(option);
  return onDatabase(config, async (database) => {
    const id = await rotateSigningKey(database, since);
    if (since) console.log('What was signed with the keys of that time proves nothing anymore.');
    const retired =
      id === undefined ? 'No key had signed anything yet.' : `Key ${id} is retired. It stays public.`;
    console.log(`${retired} The next signature is made with a new key.`);
  });
}

type Command = {
  argument: '' | '<email>' | '[--before=<id>]' | '[--stolen-since=<date>]';
  about: string;
  run(config: Config, argument: string): Promise<void>;
};
const commands: Record<string, Command> = {
  verify: { argument: '<email>', about: 'marks the address of a user as verified', run: verify },
  'reset-link': { argument: '<email>', about: 'prints a link to set a new password', run: printResetLink },
  'reset-sign-in': {
    argument: '<email>',
    about: 'removes lost passkeys, authenticator apps and recovery codes',
    run: printResetSignIn,
  },
  'mail-test': { argument: '<email>', about: 'sends a test email', run: mailTest },
  feedback: { argument: '[--before=<id>]', about: 'lists what users sent, newest first', run: printFeedback },
  usage: { argument: '', about: 'counts accounts, entries, files, emails and jobs', run: printUsage },
  'rotate-signing-key': {
    argument: '[--stolen-since=<date>]',
    about: 'makes the next signature use a new key',
    run: rotateKey,
  },
  'tips-readers': { argument: '', about: 'lists who gets tips by email', run: printTipsReaders },
};

const help = `npm run admin -- <command>\n\n${Object.entries(commands)
  .map(([name, { argument, about }]) => `  ${`${name} ${argument}`.padEnd(44)}${about}`)
  .join('\n')}\n`;

function unknownCommand(...given: string[]): StartupError {
  return new StartupError({
    what: 'Unknown command or invalid argument.',
    why: `Received: ${given.map((text) => JSON.stringify(text)).join(' ')}.`,
    fix: help,
  });
}

async function runCommand(given: string[]): Promise<void> {
  const [name = '', argument = '', ...more] = given;
  if (given.length === 0) return console.log(help);
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  const email = normalEmail(argument);
  const isValid =
    command?.argument === '<email>' ? isEmail(email) : command?.argument !== '' || argument === '';
  if (!command || !isValid || more.length > 0) throw unknownCommand(...given);
  await command.run(readConfig(), command.argument === '<email>' ? email : argument);
}

await reportStartupError(() => runCommand(process.argv.slice(2)));
