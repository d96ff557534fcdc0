import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measure } from './bundles.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bundles-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, data: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), data);
}

/** Creates a build with the given sizes in bytes. Random bytes do not compress. */
function build(entry: number, shared: number, auth: number): void {
  const chunk = (file: string, bytes: number, more: object) => {
    write(`dist/web/${file}`, randomBytes(bytes));
    return { file, name: file.replace('.js', ''), ...more };
  };
  const manifest = {
    'index.html': chunk('entry.js', entry, {
      isEntry: true,
      imports: ['_shared.js'],
      dynamicImports: ['lazy.tsx'],
    }),
    '_shared.js': chunk('shared.js', shared, {}),
    'lazy.tsx': chunk('lazy.js', 500_000, {}),
    '_auth.js': chunk('auth.js', auth, { imports: ['_shared.js', 'index.html'] }),
    '_passkey.js': chunk('sign-in-with-passkey.js', 1000, { imports: ['_shared.js'] }),
    '_dashboard.js': chunk('dashboard.js', 3000, { imports: ['index.html'] }),
    '_guest.js': chunk('guest.js', 1000, { imports: ['index.html'] }),
    '_accept.js': chunk('accept.js', 1000, { imports: ['index.html'] }),
    '_member.js': chunk('member.js', 1000, { imports: ['index.html'] }),
    '_profile.js': chunk('profile.js', 1000, { imports: ['index.html'] }),
    '_later.js': chunk('later.js', 2000, { imports: ['index.html'] }),
    '_packets.js': chunk('packets.js', 4000, { imports: ['_later.js', 'index.html'] }),
  };
  write('dist/web/.vite/manifest.json', JSON.stringify(manifest));
}

test('the size of a page counts its entry, its own chunk and all static imports once, but no lazy chunks', () => {
  build(20_000, 30_000, 10_000);
  const { lines, held } = measure(root);
  expect(held).toBe(true);
  expect(lines[0]).toMatch(/^sign-in +60\.\d kB/);
  expect(lines[1]).toMatch(/^by passkey +61\.\d kB/);
  expect(lines[2]).toMatch(/^dashboard +53\.\d kB/);
  expect(lines.find((line) => line.startsWith('packets'))).toMatch(/^packets +4\.\d kB/);
});

test('a page over its limit fails', () => {
  build(50_000, 50_000, 11_000);
  const { lines, held } = measure(root);
  expect(held).toBe(false);
  expect(lines[0]).toContain('TOO LARGE');
  expect(lines[2]).not.toContain('TOO LARGE');
});

test('a page without its own chunk, and an island with React, are refused', () => {
  write(
    'dist/web/.vite/manifest.json',
    JSON.stringify({ 'index.html': { file: 'entry.js', isEntry: true } }),
  );
  expect(() => measure(root)).toThrow('No chunk with the name auth');
  build(1000, 1000, 1000);
  const react = { 'node_modules/react/index.js': { file: 'react.js' } };
  write('dist/islands/.vite/manifest.json', JSON.stringify(react));
  expect(() => measure(root)).toThrow('The islands load React');
});
