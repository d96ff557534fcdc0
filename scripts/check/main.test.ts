// The command as a whole, on a checkout in a temporary folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// A separate process starts slowly while other suites run in parallel.
vi.setConfig({ testTimeout: 30_000 });

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checks-'));
  execFileSync('git', ['init', '-q', root]);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function check(): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), root], {
    encoding: 'utf8',
  });
  return { status, output: stdout };
}

test('a clean checkout exits with 0 and one line per check; ignored files are skipped', () => {
  write('.gitignore', 'dist/\n');
  write('dist/src/bad.ts', 'let x: any;');
  write('src/ui/button.tsx', 'export const a = 1;\n');
  const { status, output } = check();
  expect(status).toBe(0);
  expect(output.trim().split('\n')).toHaveLength(19);
  expect(output).toContain('1 files, median 1 lines');
});

test('a problem in an uncommitted file exits with 1 and names file, line, problem and remedy', () => {
  write('src/ui/button.tsx', "\nimport '#platform/clock/id.ts';\n");
  write('src/platform/clock/id.ts', '');
  const { status, output } = check();
  expect(status).toBe(1);
  expect(output).toContain('src/ui/button.tsx:2  imports #platform/clock/id.ts: ui must not import platform');
  expect(output).toContain('belongs: app -> features -> platform, ui');
});
