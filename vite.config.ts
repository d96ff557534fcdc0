import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Inlines the style sheet: it is 9 kB compressed, and a separate request would delay the first paint by a round trip. The
 * font is not preloaded, because it would compete with the page; its fallback has the same metrics.
 */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const asset = bundle?.[file];
        if (asset?.type !== 'asset') return link;
        const css = String(asset.source);
        if (/<\/style/i.test(css)) throw new Error('The style sheet would end its own element.');
        delete bundle![file];
        return `<style>${css}</style>`;
      }),
  },
};

/** Bundles the JSON-LD library as for browsers: without its HTTP client, because contexts are never fetched. */
const withoutFetching: Plugin = {
  name: 'without-fetching',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== './platform' || !importer?.includes('/node_modules/jsonld/lib/')) return null;
    return join(importer, '../platform-browser.js');
  },
};

/** Compresses each text file at the highest level at build time, so the server only sends the result. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        // Every page loads the runtime of the bundle, which has 0.7 kB.
        if (bytes.length < 512) continue;
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
      }
    },
  };
}

/** Puts the fonts of documents next to the server's files. */
const documentFonts: Plugin = {
  name: 'document-fonts',
  generateBundle() {
    const folder = resolve('src/platform/pdf/fonts');
    for (const file of readdirSync(folder)) {
      this.emitFile({ type: 'asset', fileName: `fonts/${file}`, source: readFileSync(join(folder, file)) });
    }
  },
};

/** What every page that is not the sign-in page starts from. */
const app = ['main.tsx', 'browser-pages.tsx'];
/** The pages that may be opened first, with the sources that they start from. Their files have these names. */
const firstPages = {
  auth: ['main.tsx', 'auth/auth-page.tsx'],
  // Part of the sign-in page for those who come with a link from an email.
  recovery: ['auth/recovery.tsx', '../../features/accounts/web/verification/verification-refused.tsx'],
  dashboard: [...app, 'dashboard/dashboard-page.tsx', 'dashboard/first-page.ts'],
  guest: [
    ...app,
    'guest/guest-page.tsx',
    'guest/guest-log.ts',
    // A new guest's tutorial asks for goals.
    '../../features/goals/web/guest-handlers.ts',
  ],
  profile: [...app, 'profile/profile-page.tsx'],
  accept: [...app, 'accept/accept-page.tsx'],
  member: [...app, 'team-member/team-member-page.tsx'],
  // Part of a page on the user's first visit.
  tutorial: ['dashboard/dashboard-tutorial.tsx'],
};
/** Pages that few people open first. What one of them shares with just one of the pages above is not in the file of that page. */
const otherPages = {
  inbox: [...app, 'inbox/inbox-page.tsx', '../../features/suggestions/web/inbox/edit-dialog.tsx'],
  import: [
    ...app,
    'import/import-page.tsx',
    '../../features/imports/web/archive/add-archive.ts',
    '../../features/imports/web/page/archive-import.tsx',
    '../../features/imports/web/page/format-import.tsx',
  ],
  connect: [...app, 'connect/connect-page.tsx'],
  allow: [...app, 'allow-app/allow-app-page.tsx'],
};
type Page = keyof typeof firstPages;
type Imports = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
type Graph = { getModuleInfo(id: string): Imports | null };

/**
 * Larger groups come first: a group includes what its modules import. `shared`: also on the sign-in page. `logbook`: the
 * log's pages, signed in or not. `timeline`: only the dashboard and the guest's page. `account`: the dashboard and other
 * signed-in pages. `forms`: the sign-in page and the settings. `passwords`: the settings and `recovery`, and `notices`:
 * pages that links open and `recovery`. `aside`: other pages only. `local`: the guest page and others that store in the
 * browser. `parts`: the inbox or the import, and what is loaded later.
 */
const groups = [
  'shared',
  'logbook',
  'account',
  'timeline',
  'forms',
  'passwords',
  'notices',
  'aside',
  'local',
  'parts',
  'guest',
  'auth',
  'recovery',
  'dashboard',
  'profile',
  'accept',
  'member',
  'tutorial',
  'writing',
  'later',
  'packets',
];

/** The pages with the timeline, and what opens over them. */
const logbooks = new Set<Page>(['dashboard', 'guest', 'tutorial']);

/** Code for writing entries, which a page loads when it is idle or when the user starts to write. */
const writing =
  /\/check-ins\/(web\/(compose|drafts|entries|files|outbox)\/|compose-texts\.)|\/http\/upload\./;
/** The editor of review packets, without what sends drafts and what the palette shows. */
const packets =
  /\/packets\/(?!web\/(packet-(outbox|queue|queries)|later)\.|(command|menu)-texts\.|(constants|rules|texts)\.)/;
/** What people use most. What it may load later is in one file, `later`; what only other pages load is not. */
const mainParts = [
  'dashboard/dashboard-page.tsx',
  'guest/guest-page.tsx',
  'team-member/team-member-page.tsx',
  'shell/palette-host.tsx',
];
/** What few people load there, or in another moment, has its own files. */
const rare =
  /\/(@noble|bin|credentials|guest|imported-records|offline|playbook|suggestions|uqr)\/|\/(kept-place|qr-code|send-resume|team-plan-callout)\.|guest-/;

/** `id`: the path of a module in the project. `isMain`: whether one of `mainParts` may load it. */
function laterGroupOf(id: string, isMain: boolean): string | null {
  if (writing.test(id)) return 'writing';
  if (rare.test(id)) return null;
  if (packets.test(id)) return 'packets';
  return isMain ? 'later' : null;
}

/**
 * Puts modules together that the same pages load first, because a few large files load and compress better than many small
 * ones.
 */
function files() {
  let reached: Record<Page, Set<string>> | undefined;
  let others: Record<keyof typeof otherPages, Set<string>> | undefined;
  let main: Set<string> | undefined;
  const pages = Object.keys(firstPages) as Page[];
  const reach = (graph: Graph, starts: readonly string[], later: boolean) => {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      const imports = graph.getModuleInfo(id);
      imports?.importedIds.forEach(visit);
      if (later) imports?.dynamicallyImportedIds.forEach(visit);
    };
    for (const file of starts) visit(resolve('src/app/web', file));
    return seen;
  };
  const reachEach = <Name extends string>(starts: Record<Name, readonly string[]>, graph: Graph) =>
    Object.fromEntries(
      Object.entries<readonly string[]>(starts).map(([name, files]) => [name, reach(graph, files, false)]),
    ) as Record<Name, Set<string>>;
  const groupOf = (id: string, graph: Graph) => {
    if (!/\.(tsx?|m?js)$/.test(id)) return null;
    reached ??= reachEach(firstPages, graph);
    others ??= reachEach(otherPages, graph);
    main ??= reach(graph, mainParts, true);
    const on = pages.filter((page) => reached![page].has(id));
    if (on.includes('recovery') && on.length > 1) {
      // The sign-in page is there already.
      if (!on.includes('auth')) return on.includes('profile') ? 'passwords' : 'notices';
      on.splice(on.indexOf('recovery'), 1);
    }
    if (on.length === 0) {
      const path = relative(import.meta.dirname, id);
      const { inbox, import: importing } = others;
      if (!inbox.has(id) && !importing.has(id)) return laterGroupOf(path, main.has(id));
      const isShared = importing.has(id) && (inbox.has(id) || main.has(id));
      return isShared || writing.test(path) || path.startsWith('src/ui/') ? 'parts' : null;
    }
    if (on.length === 1) {
      if (!Object.values(others).some((page) => page.has(id))) return on[0]!;
      return on[0] === 'guest' ? 'local' : on[0] === 'auth' ? 'forms' : 'account';
    }
    if (on.every((page) => page === 'auth' || page === 'profile')) return 'forms';
    if (on.includes('auth')) return 'shared';
    if (!on.includes('dashboard')) return 'aside';
    // A guest sees the tutorial, too.
    if (!on.includes('guest') && !on.includes('tutorial')) return 'account';
    const isElsewhere = Object.values(others).some((page) => page.has(id));
    return isElsewhere || on.some((page) => !logbooks.has(page)) ? 'logbook' : 'timeline';
  };
  return [
    { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: groups.length + 1 },
    ...groups.map((name, index) => ({
      name: (id: string, graph: Graph) => (groupOf(id, graph) === name ? name : null),
      debugName: name,
      priority: groups.length - index,
    })),
  ];
}

// One config, two builds: `vite build` builds the browser app, `vite build --ssr` the server
// (Node runs plain .ts but not .tsx, and emails and public pages are written in TSX).
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        // React is bundled in its production build. Loaded from node_modules, it would be the development build unless
        // NODE_ENV says production, and a signed-in document would take 1.6 times as long (5.9 against 9.6 ms).
        plugins: [documentFonts, withoutFetching],
        ssr: {
          noExternal: [
            ...[/^react/, /^@tanstack\//, /^lucide-react/, /^use-sync-external-store/, /^wouter/],
            // What documents are made with is a tenth as large in the bundle.
            ...[/^pdfkit/, /^fontkit/, /^bidi-js/, /^linebreak/, /^docx/],
            // What signed documents are made with, for the same reason.
            ...[/^jsonld/, /^rdf-canonize/, /^@digitalbazaar\//, /^@digitalcredentials\//],
            // Which they import.
            ...[
              /^@noble\//,
              /^@swc\/helpers/,
              /^base64-js/,
              /^brotli/,
              /^canonicalize/,
              /^clone/,
              /^dfa/,
              /^fast-deep-equal/,
              /^fflate/,
            ],
            ...[
              /^lru-cache/,
              /^nanoid/,
              /^pako/,
              /^png-js/,
              /^restructure/,
              /^setimmediate/,
              /^tiny-inflate/,
              /^unicode-/,
            ],
          ],
        },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          ssr: true,
          rolldownOptions: {
            input: {
              main: 'src/app/server/main.ts',
              // Runs in a worker thread, which needs its own file.
              'hash-thread': 'src/platform/hashing/hash-thread.ts',
              'heic-thread': 'src/platform/files/heic-thread.ts',
              'form-thread': 'src/features/packets/server/documents/form-thread.ts',
              'carrier-thread': 'src/features/credentials/server/documents/carrier-thread.ts',
              'proof-thread': 'src/platform/signing/proof-thread.ts',
              'message-thread': 'src/features/mail-in/server/operations/message-thread.ts',
            },
            // In one folder, because a module finds the thread's file next to its own.
            output: { chunkFileNames: '[name]-[hash].js' },
          },
          outDir: 'dist/server',
          target: 'node22',
          minify: false,
          sourcemap: true,
          copyPublicDir: false,
        },
      }
    : {
        root: 'src/app/web',
        plugins: [react(), tailwindcss(), inlineStyles, compressed()],
        // The shim contains code that React 18 and later include themselves.
        resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
        build: {
          outDir: '../../../dist/web',
          emptyOutDir: true,
          manifest: true,
          target: 'es2022',
          assetsInlineLimit: 0,
          // Reading `limits.page` inside a schema has no side effect, either.
          rolldownOptions: {
            input: {
              index: 'src/app/web/index.html',
              reading: 'src/app/web/reading.html',
            },
            treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['z', 'operation'] },
            output: { codeSplitting: { groups: files() } },
          },
          modulePreload: { polyfill: false },
        },
      },
);
