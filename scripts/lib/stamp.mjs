// A stamp is a hash of all inputs of a task. An unchanged stamp means that there is nothing to do.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

/** The hash of the files and of every file in the folders; missing paths contribute nothing. */
export function stampOf(paths, skip = () => false) {
  const hash = createHash('sha256').update(`${platform()} ${arch()}\n`);
  for (const path of paths) addTo(hash, path, skip);
  return hash.digest('hex');
}

/** The content of a stamp file, or the empty string. */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

function addTo(hash, path, skip) {
  const full = inRoot(path);
  if (skip(path) || !existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, join(path, name), skip);
    return;
  }
  const content = readFileSync(full);
  hash.update(`${path}\0${content.length}\0`).update(content);
}
