// Builds the scripts of pages without the app: plain DOM code, one file each, which the server puts into its page.
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    outDir: 'dist/islands',
    target: 'es2022',
    manifest: true,
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/features/public-logbook/web/request-form.ts',
      output: { format: 'iife', entryFileNames: '[name].js' },
    },
  },
});
