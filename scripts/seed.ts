// Fills the data folder (or the database that DATABASE_URL names) with the log of Ada Example, or with `--user <e-mail>`
// that of somebody who has an account. Joins a Logbook that runs; a second run adds nothing.
import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config/config.ts';
import { StartRefusal } from '#platform/config/start-refusal.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openDatabase, type Database } from '#platform/database/open.ts';
import { deriveKey, keptSecret } from '#platform/secrets/secrets.ts';
import { seedEntries } from './seed/entries.ts';
import { addGoals, seedGoals } from './seed/goals.ts';
import { accountOf, addEntries, ensureAccount } from './seed/fill.ts';

const ada = { email: 'ada@example.com', fullName: 'Ada Example' };
const say = (line: string) => console.log(line);

async function seed(database: Database, appSecret: string, appUrl: string): Promise<void> {
  const { values } = parseArgs({ options: { user: { type: 'string' } } });
  const email = values.user?.trim().toLowerCase() ?? ada.email;
  // Known to those who hold the instance's secret, and the same at every run.
  const password = deriveKey(appSecret, 'seed password').toString('base64url').slice(0, 16);
  const account =
    values.user === undefined
      ? await ensureAccount(database, { ...ada, password })
      : await known(database, email);

  const entries = seedEntries(account.userId, Date.now());
  const added = await addEntries(database, account.userId, entries);
  await addGoals(database, account.userId, seedGoals(account.userId, Date.now()));
  say(
    added === 0
      ? `${email} has all ${entries.length} entries already: nothing was added.`
      : `Added ${added} of ${entries.length} entries to the log of ${email}.`,
  );
  const by = account.passwordFits ? `the password ${password}` : 'the password of the account';
  say(`Sign in at ${appUrl}/auth with ${email} and ${by}.`);
}

async function known(database: Database, email: string) {
  const account = await accountOf(database, email);
  if (account) return { userId: account.userId, passwordFits: false };
  throw new StartRefusal({
    what: `Nobody here has the e-mail ${email}.`,
    why: 'With --user the log is given to an account that exists.',
    mend: `Sign up with it first, or leave --user out: then ${ada.fullName} gets the log.`,
  });
}

try {
  const config = readConfig();
  const appSecret = keptSecret(config.appSecret, config.dataDir);
  const database = await openDatabase({
    config,
    appSecret,
    migrations: 'migrations',
    say,
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
  console.error(`\n${error.what}\n${error.why}\n${error.mend}`);
  process.exitCode = 1;
}
