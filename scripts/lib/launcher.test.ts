import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

// The launcher is plain JavaScript for old Node versions, and has no types to import.
const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const { fits } = (await import(at('node.mjs'))) as { fits(version: string, ranges: string): boolean };
const { withoutSeparator } = (await import(at('commands.mjs'))) as {
  withoutSeparator(args: string[]): string[];
};
const { gapIn } = (await import(at('install.mjs'))) as { gapIn(output: string): string };
const { stampOf } = (await import(at('stamp.mjs'))) as { stampOf(paths: string[]): string };

const root = at('../..');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logbook-launcher-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('a Node version fits only if it is in the ranges of package.json', () => {
  const { engines } = JSON.parse(readFileSync(at('../../package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const fitting = ['22.22.2', '22.30.0', '24.15.0', '24.16.1', '26.0.0', '27.1.0'];
  const others = ['16.20.2', '20.20.2', '22.22.1', '22.9.9', '23.99.0', '24.14.9', '25.1.0'];
  expect(fitting.filter((version) => !fits(version, engines.node))).toEqual([]);
  expect(others.filter((version) => fits(version, engines.node))).toEqual([]);
});

test('arguments after "--" are the same with npm, which removes it, and without npm', () => {
  expect(withoutSeparator(['--', 'proxies', '--', 'x'])).toEqual(['proxies', '--', 'x']);
  expect(withoutSeparator(['proxies'])).toEqual(['proxies']);
});

test('a stamp changes only with the content or name of a file', () => {
  const write = (text: string, name = 'a.ts') => writeFileSync(join(folder, name), text);
  write('one');
  const stamp = () => stampOf([relative(root, folder), 'no-such-folder']);
  const first = stamp();
  expect(stamp()).toBe(first);
  write('two');
  const second = stamp();
  expect(second).not.toBe(first);
  write('two', 'b.ts');
  expect(stamp()).not.toBe(second);
});

test('runs with the same lock never overlap, and the lock of a dead process is released', async () => {
  const log = join(folder, 'log');
  const name = `test-${process.pid}`;
  const program = `
    import { appendFileSync } from 'node:fs';
    const { withLock } = await import(${JSON.stringify(at('lock.mjs'))});
    await withLock(${JSON.stringify(name)}, async () => {
      appendFileSync(${JSON.stringify(log)}, 'in ');
      await new Promise((resolve) => setTimeout(resolve, 30));
      appendFileSync(${JSON.stringify(log)}, 'out ');
      if (process.argv[1] === 'die') process.kill(process.pid, 'SIGKILL');
    });
  `;
  const start = (word: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, word]).catch(
      () => undefined,
    );
  await start('die');
  await Promise.all([start('live'), start('live'), start('live')]);
  expect(readFileSync(log, 'utf8').trim().split(' ')).toEqual([
    'in',
    'out',
    'in',
    'out',
    'in',
    'out',
    'in',
    'out',
  ]);
});

test('an installation with files that npm could not write is incomplete; that of this checkout is complete', () => {
  const warning = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write';
  expect(gapIn(`${warning}\n${warning}\nadded 500 packages`)).toMatch(
    /^2 files could not be written: .*ENOSPC/,
  );
  expect(gapIn('npm warn deprecated something\nadded 500 packages')).toBe('');
});
