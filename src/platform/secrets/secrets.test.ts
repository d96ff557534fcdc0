import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadOrCreateSecret } from './secrets.ts';

let folder = '';
const dataDir = () => join(folder, 'data');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logbook-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the secret is created once, readable by its owner only, with no other file left', () => {
  const created = loadOrCreateSecret(undefined, dataDir());
  expect(created).toMatch(/^[\w-]{43}$/);
  expect(loadOrCreateSecret(undefined, dataDir())).toBe(created);
  expect(readdirSync(dataDir())).toEqual(['app-secret']);
  expect(statSync(join(dataDir(), 'app-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir()).mode & 0o066).toBe(0);
});

test('a configured secret is used as is, and no file is created', () => {
  expect(loadOrCreateSecret('configured', dataDir())).toBe('configured');
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['', 'half of a sec'])('a truncated secret file (%j) is refused and left unchanged', (text) => {
  loadOrCreateSecret(undefined, dataDir());
  const file = join(dataDir(), 'app-secret');
  writeFileSync(file, text);
  expect(() => loadOrCreateSecret(undefined, dataDir())).toThrow(/does not contain the secret.*backup/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a data folder that cannot be created is refused with a hint at DATA_DIR', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => loadOrCreateSecret(undefined, join(folder, 'file', 'data'))).toThrow(
    /cannot be created.*DATA_DIR/,
  );
});
