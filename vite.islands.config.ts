// Builds the scripts of pages without the app: plain DOM code, one file each, which the server puts into its page.
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const islands = [
  'src/app/web/shell/content-frame.ts',
  'src/features/credentials/web/rdf-suite.ts',
  'src/features/legal/web/back.ts',
  'src/features/packets/web/verify-page.ts',
  'src/features/playbook/web/playbook.ts',
  'src/features/public-logbook/web/request-form.ts',
];

/** Gives each island its own copy of what it imports: a chunk that two of them share would be a separate request. */
const separate: Plugin = {
  name: 'separate-islands',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const [path, island] = importer?.split('?island=') ?? [undefined, basename(source, '.ts')];
    const resolved = await this.resolve(source, path, { ...options, skipSelf: true });
    return resolved && island !== undefined
      ? { ...resolved, id: `${resolved.id}?island=${island}` }
      : resolved;
  },
};

export default defineConfig({
  plugins: [separate],
  build: {
    outDir: 'dist/islands',
    target: 'es2022',
    manifest: true,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: { input: islands, output: { format: 'es', entryFileNames: '[name].js' } },
  },
});
