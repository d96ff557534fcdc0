// `npm run pictures`: takes screenshots of every screen in every state, in reports/pictures, for visual review.
import { ensureBrowser } from './lib/browser.mjs';
import { build } from './lib/build.mjs';
import { run } from './lib/child.mjs';
import { inRoot } from './lib/paths.mjs';

await build();
await ensureBrowser();
const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
const { code } = await run(process.execPath, [playwright, 'test', '-c', 'tests/e2e/pictures.config.ts']);
process.exitCode = code;
