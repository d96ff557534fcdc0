// What an installation without development packages, and the container image, consist of. Packages that only the build
// needs are development packages: vite.config.ts bundles React, the router and the icons into the server.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
// 13 MB of it check the signatures of inbound emails (docs/decisions/0052), and 9 MB the answers of passkeys (0058).
const limitMB = 170;

type Locked = { dev?: boolean; devOptional?: boolean };

/** The folders of the packages that `npm ci --omit=dev` installs on this system. */
function productionFolders(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

/** Bytes of a package's files, without the packages inside it. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesOf(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

test(`the production packages take up less than ${limitMB} MB, and none is only for the build`, () => {
  const sizes = productionFolders().map((path): [string, number] => [path, bytesOf(join(root, path)) / 1e6]);
  const largest = sizes.toSorted((a, b) => b[1] - a[1]).slice(0, 10);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(total).toBeGreaterThan(50);
  expect(
    total,
    `the largest: ${largest.map(([path, size]) => `${path} ${size.toFixed(1)} MB`).join(', ')}`,
  ).toBeLessThan(limitMB);
  const forBuild =
    /^node_modules\/(react|react-dom|lucide-react|typescript|vite|tailwindcss|@tanstack\/.*|@typescript\/.*)$/;
  expect(sizes.map(([path]) => path).filter((path) => forBuild.test(path))).toEqual([]);
});
