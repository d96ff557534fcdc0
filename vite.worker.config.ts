// Builds the service worker as one classic script without chunks, because not every browser supports module workers.
import { defineConfig } from 'vite';

export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/worker',
    target: 'es2022',
    copyPublicDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/app/web/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
});
