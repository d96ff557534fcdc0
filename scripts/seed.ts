// Fills the data folder (or the database of DATABASE_URL) with the log of Ada Example. With `--user <email>`, adds the log
// to an existing account instead. Connects to a running Logbook; a second run adds nothing.
import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import type { Database } from '#platform/database/open.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { seedEntries } from './seed/entries.ts';
import { addGoals, seedGoals } from './seed/goals.ts';
import { accountOf, addEntries, ensureAccount } from './seed/fill.ts';
import { reportStartupError } from './lib/report-startup-error.ts';
import { withDatabase } from './lib/with-database.ts';

const ada = { email: 'ada@example.com', fullName: 'Ada Example' };
const say = (line: string) => console.log(line);

async function seed(database: Database, appSecret: string, appUrl: string): Promise<void> {
  const { values } = parseArgs({ options: { user: { type: 'string' } } });
  const email = values.user?.trim().toLowerCase() ?? ada.email;
  // Only someone with the instance's secret can compute it, and it is the same in every run.
  const password = deriveKey(appSecret, 'seed password').toString('base64url').slice(0, 16);
  const account =
    values.user === undefined
      ? await ensureAccount(database, { ...ada, password })
      : await existingAccount(database, email);

  const entries = seedEntries(account.userId, Date.now());
  const added = await addEntries(database, account.userId, entries);
  await addGoals(database, account.userId, seedGoals(account.userId, Date.now()));
  say(
    added === 0
      ? `${email} already has all ${entries.length} entries: nothing was added.`
      : `Added ${added} of ${entries.length} entries to the log of ${email}.`,
  );
  const by = account.passwordFits ? `the password ${password}` : 'the password of the account';
  say(`Sign in at ${appUrl}/auth with ${email} and ${by}.`);
}

async function existingAccount(database: Database, email: string) {
  const account = await accountOf(database, email);
  if (account) return { userId: account.userId, passwordFits: false };
  throw new StartupError({
    what: `No user has the email ${email}.`,
    why: 'With --user, the log is added to an existing account.',
    fix: `Sign up with it first, or omit --user to add the log to ${ada.fullName}.`,
  });
}

await reportStartupError(async () => {
  const config = readConfig();
  await withDatabase(config, (database, appSecret) => seed(database, appSecret, config.appUrl));
});
