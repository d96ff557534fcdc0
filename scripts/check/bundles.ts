// How much JavaScript a page loads at first, gzipped as it is sent: `node scripts/check/bundles.ts` after the build.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[] };
type Manifest = Record<string, Chunk>;

/** `chunk` is found by the source of the page that the router loads lazily; limits in kB of 1000 bytes. */
const pages = [
  { name: 'sign-in', chunk: /\/auth-page\.tsx$/, aim: 90, limit: 110 },
  { name: 'dashboard', chunk: /\/dashboard-page\.tsx$/, aim: 150, limit: 200 },
];
const island = { limit: 15, forbidden: /node_modules\/(react|react-dom|scheduler)\// };

/** Gzip bytes of the given manifest keys and everything they import statically, each file once. */
export function firstLoad(manifest: Manifest, keys: string[], folder: string): number {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) return;
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const key of keys) add(key);
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
}

/** One line a page and whether all limits hold; throws when the build or a page's chunk is missing. */
export function measure(root: string): { lines: string[]; held: boolean } {
  const web = join(root, 'dist/web');
  const manifest = manifestOf(web);
  const entries = Object.keys(manifest).filter((key) => manifest[key]!.isEntry);
  const rows = pages.map(({ name, chunk, aim, limit }) => {
    const page = Object.keys(manifest).find((key) => chunk.test(`/${key}`));
    if (!page)
      throw new Error(`No chunk for ${name} (${chunk}) in the manifest: is the page still loaded lazily?`);
    return { name, bytes: firstLoad(manifest, [...entries, page], web), aim, limit };
  });
  const islands = join(root, 'dist/islands');
  if (existsSync(islands)) rows.push(...islandRows(islands));
  return {
    lines: rows.map(
      ({ name, bytes, aim, limit }) =>
        `${name.padEnd(16)} ${(bytes / 1000).toFixed(1)} kB  (aim ${aim}, limit ${limit})${bytes > limit * 1000 ? '  TOO LARGE' : ''}`,
    ),
    held: rows.every(({ bytes, limit }) => bytes <= limit * 1000),
  };
}

function islandRows(folder: string) {
  const manifest = manifestOf(folder);
  const react = Object.keys(manifest).find((key) => island.forbidden.test(key));
  if (react) throw new Error(`The islands load React (${react}): an island is plain DOM code.`);
  return Object.keys(manifest)
    .filter((key) => manifest[key]!.isEntry)
    .map((key) => ({ name: key, bytes: firstLoad(manifest, [key], folder), aim: 5, limit: island.limit }));
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
}

if (process.argv[1] === import.meta.filename) {
  const { lines, held } = measure(resolve(process.argv[2] ?? '.'));
  console.log(lines.join('\n'));
  process.exitCode = held ? 0 : 1;
}
