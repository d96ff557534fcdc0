// `npm run doctor`: checks an installation, running or stopped, and says how to fix what it finds. Changes nothing
// except for a probe object in the file storage, which it deletes. Exits with 1 if there is a problem.
import { missingOperator, readConfig, type Config } from '#platform/config/config.ts';
import { checkServer } from './doctor/address.ts';
import { checkDatabase } from './doctor/database.ts';
import { findingsOf, linesOf, ok, warning, type Check } from './doctor/finding.ts';
import { checkBackups, checkDataFolder, checkNode, checkSecret } from './doctor/machine.ts';
import { checkMailIn } from './doctor/mail-in.ts';
import { checkSingleSignOn } from './doctor/single-sign-on.ts';
import { checkBilling, checkFiles, checkMail } from './doctor/services.ts';

let config: Config | undefined;
const settings: Check = {
  name: 'settings',
  run: async () => {
    config = readConfig();
    const valid = ok(`The settings are valid: ${config.mode === 'try' ? 'try-it' : 'production'} mode.`);
    const why = 'The privacy policy does not say who runs this Logbook, or how to reach them.';
    const missing = missingOperator(config).map((name) =>
      warning(`${name} is not set.`, why, 'Set it as described in .env.example.'),
    );
    return [valid, ...missing];
  },
};

function checksOf(read: Config): Check[] {
  return [
    { name: 'data folder', run: () => checkDataFolder(read) },
    { name: 'secret', run: async () => checkSecret(read) },
    { name: 'database', run: () => checkDatabase(read) },
    { name: 'files', run: () => checkFiles(read) },
    { name: 'mail', run: () => checkMail(read) },
    { name: 'inbound mail', run: () => checkMailIn(read) },
    { name: 'single sign-on', run: () => checkSingleSignOn(read) },
    { name: 'backups', run: () => checkBackups(read) },
    { name: 'billing', run: () => checkBilling(read) },
    { name: 'server', run: () => checkServer(read) },
  ];
}

const counts = { ok: 0, warning: 0, problem: 0 };

async function report(check: Check): Promise<void> {
  console.log(check.name);
  for (const finding of await findingsOf(check)) {
    counts[finding.level] += 1;
    for (const line of linesOf(finding)) console.log(line);
  }
}

await report({ name: 'Node', run: async () => checkNode() });
await report(settings);
// The others need the settings.
for (const check of config ? checksOf(config) : []) await report(check);
console.log(`\nok: ${counts.ok}, warnings: ${counts.warning}, problems: ${counts.problem}`);
// Connections that a check left behind must not keep the command alive.
process.exit(counts.problem > 0 ? 1 : 0);
