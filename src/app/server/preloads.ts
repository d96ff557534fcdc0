// Preload links for the scripts of each page. With them in the document, the browser fetches all scripts in parallel
// instead of discovering them one after another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '#app/paths.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The sources that main.tsx and routes.tsx import for each path. `guest`: the home page without a session. */
const pages: Record<string, string[]> = {
  [paths.home]: ['routes.tsx', 'dashboard/dashboard-page.tsx'],
  guest: ['routes.tsx', 'guest/guest-log.ts', 'guest/guest-page.tsx'],
  [paths.profile]: ['routes.tsx', 'profile/profile-page.tsx'],
  [paths.teamMember]: ['routes.tsx', 'team-member/team-member-page.tsx'],
  [paths.auth]: ['auth/auth-page.tsx'],
  [paths.accept]: ['accept/accept-page.tsx'],
};

function filesOf(manifest: Manifest, sources: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || key === 'index.html' || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return files;
}

/** Returns a function from a path, or `guest`, to its link elements. `root` is the folder of the built app. */
export function preloads(root: string): (page: string) => string {
  const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest;
  const links = Object.entries(pages).map(([page, sources]): [string, string] => [
    page,
    [...filesOf(manifest, sources)].map((file) => `<link rel="modulepreload" href="/${file}">`).join(''),
  ]);
  const byPage = new Map(links);
  return (page) => byPage.get(page) ?? '';
}
