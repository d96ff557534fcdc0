// Creates the secrets of compose.yml in a folder at the first start, each as a file: `node scripts/make-secrets.mjs FOLDER`.
// Existing files stay as they are.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './lib/command-error.mjs';

const [folder] = process.argv.slice(2);
if (!folder) throw new CommandError('Name the folder: node scripts/make-secrets.mjs FOLDER');
mkdirSync(folder, { recursive: true, mode: 0o700 });

const password = keep('database-password', () => randomBytes(24).toString('hex'));
keep('database-url', () => `postgres://logbook:${password}@database:5432/logbook`);
keep('app-secret', () => randomBytes(32).toString('base64url'));

/** Returns the content of the file, which is created if it is missing. */
function keep(name, create) {
  const file = join(folder, name);
  if (!existsSync(file)) {
    // Renamed when it is complete, so that a power cut does not leave an empty secret.
    const temporary = `${file}.${randomBytes(4).toString('hex')}`;
    writeFileSync(temporary, create(), { mode: 0o400, flush: true });
    renameSync(temporary, file);
  }
  return readFileSync(file, 'utf8');
}
