import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// One config, two builds: `vite build` makes the browser app, `vite build --ssr` the server
// (Node runs plain .ts but no .tsx, and mails and public pages are written in TSX).
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        build: {
          ssr: 'src/app/server/main.ts',
          outDir: 'dist/server',
          target: 'node22',
          minify: false,
          sourcemap: true,
          copyPublicDir: false,
        },
      }
    : {
        root: 'src/app/web',
        plugins: [react(), tailwindcss()],
        build: { outDir: '../../../dist/web', emptyOutDir: true, manifest: true, target: 'es2022' },
      },
);
