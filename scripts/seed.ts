// Fills the data folder (or the database of DATABASE_URL) with the log of Ada Example. With `--user <email>`, adds the log
// to an existing account instead. Connects to a running Logbook; a second run adds nothing.
import { parseArgs } from 'node:util';
import { restorePointBefore } from '#platform/backup/restore-point.ts';
import { readConfig } from '#platform/config/config.ts';
import { StartRefusal } from '#platform/config/start-refusal.ts';
import { readVersion } from '#platform/config/version.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { deriveKey, loadOrCreateSecret } from '#platform/secrets/secrets.ts';
import { seedEntries } from './seed/entries.ts';
import { addGoals, seedGoals } from './seed/goals.ts';
import { accountOf, addEntries, ensureAccount } from './seed/fill.ts';

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
  throw new StartRefusal({
    what: `No user has the email ${email}.`,
    why: 'With --user, the log is added to an existing account.',
    fix: `Sign up with it first, or omit --user to add the log to ${ada.fullName}.`,
  });
}

try {
  const config = readConfig();
  const appSecret = loadOrCreateSecret(config.appSecret, config.dataDir);
  const database = await openDatabase({
    config,
    appSecret,
    migrations: 'migrations',
    say,
    beforeMigrating: restorePointBefore({ config, appSecret, version: readVersion(), say }),
    onLost: (error) => console.error(`database connection lost: ${error.message}`),
    embedded: joinEmbedded,
  });
  try {
    await seed(database, appSecret, config.appUrl);
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.report);
  process.exitCode = 1;
}
