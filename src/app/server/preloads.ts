// Preload links for the scripts of each page. With them in the document, the browser fetches all scripts in parallel
// instead of discovering them one after another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '#app/paths.ts';

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>;

/**
 * The files that each path starts from, by their names in vite.config.ts. `guest`: the home page without a session;
 * `offline`: the page without a connection, which is the dashboard most often.
 */
const pages: Record<string, readonly string[]> = {
  [paths.home]: ['dashboard'],
  guest: ['guest'],
  offline: ['dashboard', 'open-copy'],
  [paths.profile]: ['profile'],
  [paths.teamMember]: ['member'],
  [paths.auth]: ['auth'],
  [paths.accept]: ['accept'],
};

function filesOf(manifest: Manifest, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  for (const name of names) {
    const start = Object.keys(manifest).find((key) => manifest[key]!.name === name);
    if (start === undefined) throw new Error(`The build has no file with the name ${name}.`);
    visit(start);
  }
  return files;
}

/** Returns a function from a path, or `guest`, to its link elements. `root` is the folder of the built app. */
export function preloads(root: string): (page: string) => string {
  const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest;
  const links = Object.entries(pages).map(([page, names]): [string, string] => [
    page,
    [...filesOf(manifest, names)].map((file) => `<link rel="modulepreload" href="/${file}">`).join(''),
  ]);
  const byPage = new Map(links);
  return (page) => byPage.get(page) ?? '';
}
