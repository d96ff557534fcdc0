// Secrets that are read from files, such as Docker's: `<NAME>_FILE` names the file of the setting `<NAME>`.
import { closeSync, openSync, readSync } from 'node:fs';
import { StartupError } from './startup-error.ts';

/** Longer than any secret. Bytes. */
const maxBytes = 64 * 1024;

/**
 * The settings of the environment, with those of `names` that a file contains. An empty setting counts as unset, so that
 * `NAME=` in an env file means the default. Throws a StartupError that names each file that cannot be used.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value) settings[name] = value;
  const problems: string[] = [];
  for (const name of names) {
    const file = settings[`${name}_FILE`];
    if (!file) continue;
    const found = settings[name] === undefined ? readSecret(file) : { problem: `${name} is set, too` };
    if ('problem' in found) problems.push(`${name}_FILE: ${found.problem}`);
    else settings[name] = found.secret;
  }
  if (problems.length === 0) return settings;
  throw new StartupError({
    what: 'A file with a secret cannot be used.',
    why: problems.join('\n'),
    fix: 'Name a readable file with one line, or set the setting itself, but not both.',
  });
}

function readSecret(file: string): { secret: string } | { problem: string } {
  try {
    const bytes = readStart(file);
    if (bytes.length > maxBytes) return { problem: `${file} has more than ${maxBytes / 1024} kB` };
    const secret = bytes.toString('utf8').trim();
    if (secret === '') return { problem: `${file} is empty` };
    return /[\r\n\0]/.test(secret) ? { problem: `${file} has more than one line` } : { secret };
  } catch (error) {
    // Not the path, in case it is the secret itself.
    const { code } = error as NodeJS.ErrnoException;
    return { problem: code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})` };
  }
}

/** The bytes of a file, which may be a pipe, or one more than the limit. */
function readStart(file: string): Buffer {
  const bytes = Buffer.alloc(maxBytes + 1);
  const handle = openSync(file, 'r');
  try {
    let size = 0;
    for (let read = 1; read > 0 && size < bytes.length; size += read)
      read = readSync(handle, bytes, size, bytes.length - size, null);
    return bytes.subarray(0, size);
  } finally {
    closeSync(handle);
  }
}
