// Builds the command line as one script that Node 20 and newer run, without dependencies. A file without an extension, as it
// is installed, is CommonJS to Node, unless a package.json above it says otherwise. The script runs as either.
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Loads Node's modules in CommonJS and in a module. */
const eitherKind: Plugin = {
  name: 'either-kind',
  renderChunk(code) {
    const load = `const load = typeof require === 'function' ? require : process.getBuiltinModule;\n`;
    return { code: load + code.replaceAll('require("node:', 'load("node:'), map: null };
  },
};

export default defineConfig({
  plugins: [eitherKind],
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  build: {
    ssr: true,
    outDir: 'dist/cli',
    target: 'node20',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: 'src/features/command-line/program/main.ts',
      output: { format: 'cjs', entryFileNames: 'logbook.js', postBanner: '#!/usr/bin/env node' },
    },
  },
  ssr: { noExternal: true },
});
