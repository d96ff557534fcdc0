import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/**
 * Marks the schemas of every contract as pure. Building a schema has no side effect, but the bundler cannot infer that for
 * `z.string().check(...)`. Without the mark, a page that uses a limit of a contract would also load the schemas and zod.
 * A computed argument (`2 * limits.x`) defeats the mark: put its value into `limits`. So does a
 * spread: list what it contains. Code that a comment quotes in backticks is left alone: a mark would end the comment.
 */
const pureSchemas: Plugin = {
  name: 'pure-schemas',
  enforce: 'pre',
  transform: {
    filter: { id: /\/([a-z]+-)?contract\.ts$/ },
    handler: (code) =>
      code.replaceAll(/(?<![\w.`])(z(?=\s*\.(?!infer))|operation(?=\())/g, '/* @__PURE__ */ $1'),
  },
};

/**
 * Imports each icon from its own file. Through the library's index, every module that uses an icon would import all of them,
 * and `sharedFiles` would put the icons of every page into the file that all pages load.
 */
function separateIcons(): Plugin {
  const folder = resolve('node_modules/lucide-react/dist/esm');
  const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8');
  const exported = [...index.matchAll(/^export \{ (.*) \} from '\.\/icons\/(.*)\.mjs';$/gm)];
  const files = new Map(
    exported.flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name): [string, string] => [name.replace('default as ', ''), file]),
    ),
  );
  const importOf = (names: string) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => {
        const file = files.get(name);
        if (!file) throw new Error(`lucide-react has no icon with the name ${name}.`);
        return `import ${name} from 'lucide-react/icons/${file}';`;
      })
      .join(' ');
  return {
    name: 'separate-icons',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /lucide-react/ },
      handler: (code) =>
        code.replaceAll(/import \{([^}]*)\} from 'lucide-react';/g, (_, names: string) => importOf(names)),
    },
  };
}

/**
 * A shorter version of the library's icons: 24 by 24, no names, no context and no aliases. On the dashboard, they would take
 * up 1.5 kB. Their shapes are children in a fixed order, so their keys are not needed either.
 */
const shortIcons: Plugin = {
  name: 'short-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/(createLucideIcon|icons\/[\w-]+)\.mjs$/ },
    handler: (code, id) =>
      id.includes('/icons/')
        ? code.replaceAll(/^ {2}(name: "[\w-]+"|size: 24),\n|, key: "\w+"/gm, '')
        : `import { createElement } from 'react';
          const look = {
            viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2,
            strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true,
          };
          const shape = ([tag, attributes]) => createElement(tag, attributes);
          export default ({ node }) => ({ size = 24, ...props }) =>
            createElement('svg', { width: size, height: size, ...look, ...props }, ...node.map(shape));`,
  },
};

/**
 * A shorter version of the bundler's helper around each `import()`: requests a chunk's dependencies together with the chunk.
 * Like the original, it waits for style sheets; it has no nonces and events.
 */
const shortPreload: Plugin = {
  name: 'short-preload',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => `
      const requested = new Map();
      function request(file) {
        const link = document.createElement('link');
        const isStyle = file.endsWith('.css');
        link.rel = isStyle ? 'stylesheet' : 'modulepreload';
        link.href = '/' + file;
        document.head.append(link);
        return isStyle && new Promise((resolve) => (link.onload = link.onerror = resolve));
      }
      export const __vitePreload = async (load, files = []) => {
        for (const file of files) if (!requested.has(file)) requested.set(file, request(file));
        await Promise.all(files.map((file) => requested.get(file)));
        return load();
      };`,
  },
};

/**
 * Replaces the router's links, which every page would load because each route offers one. The app's links are plain
 * elements, so that they look and work the same before its scripts run.
 */
const withoutLinks: Plugin = {
  name: 'without-links',
  apply: 'build',
  transform: {
    filter: { id: /\/@tanstack\/react-router\/dist\/esm\/link\.js$/ },
    handler: () => `
      const unused = () => {
        throw new Error('The build contains no links of the router. Remove the plugin without-links to use them.');
      };
      export { unused as Link, unused as createLink, unused as linkOptions, unused as useLinkProps };
      export { unused as composeHandlers };`,
  },
};

/**
 * The dependencies to preload for a chunk. Every script except the first runs after the files that all pages share, so
 * listing those again would only make the script longer.
 */
function laterFiles(_: string, files: string[], { hostId }: { hostId: string }): string[] {
  const loaded = hostId.startsWith('assets/index-')
    ? /\/(frame|rolldown-runtime)-/
    : /\/(frame|rolldown-runtime|shared|pages)-/;
  return files.filter((file) => !loaded.test(file));
}

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
        if (bytes.length < 1024) continue;
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
      }
    },
  };
}

/** The possible first pages. Their shared code is in a few files, which compress better than many small ones. */
const pages = {
  frame: 'main.tsx',
  auth: 'auth/auth-page.tsx',
  routes: 'routes.tsx',
  dashboard: 'dashboard/dashboard-page.tsx',
  guestLog: 'guest/guest-log.ts',
  guest: 'guest/guest-page.tsx',
  profile: 'profile/profile-page.tsx',
};
type Page = keyof typeof pages;
type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Every page reaches these through the index of their library, but only code that is loaded later uses them. */
const usedLater = /@tanstack\/(query-core\/.*\/mutationObserver|react-query\/.*\/useMutation(State)?)\.js$/;

/** Groups modules that the same pages load first. Code of a single page, and lazily loaded code, stays separate. */
function sharedFiles() {
  let reached: Record<Page, Set<string>> | undefined;
  const fileOf = (page: Page) => resolve('src/app/web', pages[page]);
  const reach = (graph: Graph, page: Page) => {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      graph.getModuleInfo(id)?.importedIds.forEach(visit);
    };
    visit(fileOf(page));
    return seen;
  };
  const names = Object.keys(pages) as Page[];
  const entries = names.map(fileOf);
  type On = (page: Page) => boolean;
  const asGuest = (on: On) => on('guest') || on('guestLog');
  const files: [string, (on: On) => boolean][] = [
    ['frame', (on) => on('frame')],
    ['shared', (on) => on('auth') && (on('routes') || on('dashboard') || asGuest(on))],
    ['forms', (on) => on('auth') && on('profile')],
    ['pages', (on) => on('routes') || (on('dashboard') && asGuest(on) && on('profile'))],
    ['logbook', (on) => on('dashboard') && asGuest(on)],
    ['account', (on) => on('dashboard') && on('profile')],
    ['guest', (on) => asGuest(on) && !on('profile')],
  ];
  return files.map(([name, belongs], index) => ({
    // A group includes the dependencies of its modules, so the most widely shared group must choose first.
    priority: files.length - index,
    name: (id: string, graph: Graph) => {
      if (id.endsWith('.css') || entries.includes(id) || usedLater.test(id)) return null;
      reached ??= Object.fromEntries(names.map((page) => [page, reach(graph, page)])) as Record<
        Page,
        Set<string>
      >;
      return belongs((page) => reached![page].has(id)) ? name : null;
    },
  }));
}

// One config, two builds: `vite build` builds the browser app, `vite build --ssr` the server
// (Node runs plain .ts but not .tsx, and emails and public pages are written in TSX).
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        // React is bundled in its production build. Loaded from node_modules, it would be the development build unless
        // NODE_ENV says production, and a signed-in document would take 1.6 times as long (5.9 against 9.6 ms).
        ssr: { noExternal: [/^react/, /^@tanstack\//, /^lucide-react/, /^use-sync-external-store/] },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          ssr: true,
          rolldownOptions: {
            input: {
              main: 'src/app/server/main.ts',
              // Runs in a worker thread, which needs its own file.
              'hash-thread': 'src/platform/hashing/hash-thread.ts',
              'heic-thread': 'src/platform/files/heic-thread.ts',
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
        plugins: [
          pureSchemas,
          separateIcons(),
          shortIcons,
          shortPreload,
          withoutLinks,
          react(),
          tailwindcss(),
          inlineStyles,
          compressed(),
        ],
        // The shim contains code that React 18 and later include themselves.
        resolve: {
          alias: {
            'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
          },
        },
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
            treeshake: { propertyReadSideEffects: false },
            output: { codeSplitting: { groups: sharedFiles() } },
          },
          modulePreload: { polyfill: false, resolveDependencies: laterFiles },
        },
      },
);
