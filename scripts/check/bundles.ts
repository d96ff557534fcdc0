// Measures the JavaScript that a page loads first, and what it may load later, gzipped: `node scripts/check/bundles.ts` after the build.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[] };
type Manifest = Record<string, Chunk>;
type Size = { name: string; bytes: number; aim: number; limit: number };

/** The file that a page starts from, by its name in vite.config.ts; limits in kB of 1000 bytes. `use`: a part of it that is used. */
const pages: { name: string; chunk: string; use?: string; aim: number; limit: number }[] = [
  { name: 'sign-in', chunk: 'auth', aim: 90, limit: 91 },
  { name: 'by passkey', chunk: 'auth', use: 'sign-in-with-passkey', aim: 95, limit: 95 },
  { name: 'dashboard', chunk: 'dashboard', aim: 150, limit: 150 },
  { name: 'guest', chunk: 'guest', aim: 150, limit: 150 },
  { name: 'settings', chunk: 'profile', aim: 150, limit: 165 },
  { name: 'accept', chunk: 'accept', aim: 150, limit: 150 },
  { name: 'team-member', chunk: 'member', aim: 150, limit: 152 },
];
/** Files that are loaded after the page, alone: `later` when the page is idle, and the rest when it is opened. */
const later = [
  { name: 'later', aim: 47, limit: 50 },
  { name: 'packets', aim: 16, limit: 18 },
];
/** Of the scripts of pages without the app, by name: kB of 1000 bytes. */
const islandLimits: Record<string, number> = { playbook: 15, 'rdf-suite': 45, 'verify-page': 26 };
const islandLimit = 5;
/** An island is plain DOM code. */
const forbidden = /node_modules\/(react|react-dom|scheduler)\//;

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

/** A row and a line for each page, and whether all limits hold. Throws if the build or a page's chunk is missing. */
export function measure(root: string): { rows: Size[]; lines: string[]; held: boolean } {
  const web = join(root, 'dist/web');
  const manifest = manifestOf(web);
  const entries = Object.keys(manifest).filter((key) => manifest[key]!.isEntry);
  const chunkOf = (name: string) => {
    const found = Object.keys(manifest).find((key) => manifest[key]!.name === name);
    if (!found) throw new Error(`No chunk with the name ${name} in the manifest: is it still loaded lazily?`);
    return found;
  };
  const rows: Size[] = pages.map(({ name, chunk, use, aim, limit }) => {
    const chunks = use === undefined ? [chunk] : [chunk, use];
    const bytes = firstLoad(manifest, [...entries, ...chunks.map(chunkOf)], web);
    return { name, bytes, aim, limit };
  });
  for (const { name, aim, limit } of later) {
    const { file } = manifest[chunkOf(name)]!;
    rows.push({ name, bytes: gzipSync(readFileSync(join(web, file))).length, aim, limit });
  }
  const islands = join(root, 'dist/islands');
  if (existsSync(islands)) rows.push(...islandRows(islands));
  return {
    rows,
    lines: rows.map(
      ({ name, bytes, aim, limit }) =>
        `${name.padEnd(16)} ${(bytes / 1000).toFixed(1)} kB  (aim ${aim}, limit ${limit})${bytes > limit * 1000 ? '  TOO LARGE' : ''}`,
    ),
    held: rows.every(({ bytes, limit }) => bytes <= limit * 1000),
  };
}

function islandRows(folder: string) {
  const manifest = manifestOf(folder);
  const react = Object.keys(manifest).find((key) => forbidden.test(key));
  if (react) throw new Error(`The islands load React (${react}): an island is plain DOM code.`);
  return Object.keys(manifest)
    .filter((key) => manifest[key]!.isEntry)
    .map((key) => {
      const name = basename(manifest[key]!.file, '.js');
      const limit = islandLimits[name] ?? islandLimit;
      return { name, bytes: firstLoad(manifest, [key], folder), aim: limit, limit };
    });
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
}

if (process.argv[1] === import.meta.filename) {
  const { lines, held } = measure(resolve(process.argv[2] ?? '.'));
  console.log(lines.join('\n'));
  process.exitCode = held ? 0 : 1;
}
