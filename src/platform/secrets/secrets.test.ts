import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptSecret } from './secrets.ts';

let folder = '';
const dataDir = () => join(folder, 'data');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logbook-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the secret is made once, for its owner alone, and nothing else is left', () => {
  const made = keptSecret(undefined, dataDir());
  expect(made).toMatch(/^[\w-]{43}$/);
  expect(keptSecret(undefined, dataDir())).toBe(made);
  expect(readdirSync(dataDir())).toEqual(['app-secret']);
  expect(statSync(join(dataDir(), 'app-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir()).mode & 0o066).toBe(0);
});

test('a configured secret is taken as it is, and none is made', () => {
  expect(keptSecret('configured', dataDir())).toBe('configured');
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['', 'half of a sec'])('a file that was cut short (%j) is refused and left as it is', (text) => {
  keptSecret(undefined, dataDir());
  const file = join(dataDir(), 'app-secret');
  writeFileSync(file, text);
  expect(() => keptSecret(undefined, dataDir())).toThrow(/does not hold the secret.*backup/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a data folder that cannot be made is explained', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => keptSecret(undefined, join(folder, 'file', 'data'))).toThrow(/cannot be made.*DATA_DIR/);
});
