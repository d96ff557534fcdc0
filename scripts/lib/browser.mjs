// The browsers that the tests need: Chromium with an emoji font, Firefox and WebKit; and tools that read PDFs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { run } from './child.mjs';
import { CommandError } from './command-error.mjs';

/** Resolves when the PDF tools are installed: route tests read documents with them. */
export async function ensurePoppler() {
  if (!(await hasPoppler())) await aptInstall(['poppler-utils'], 'the PDF tools of Poppler');
}

/** Resolves when Chromium and its shell (CHROMIUM_PATH, or Debian's) and a font with emojis are installed. */
export async function ensureBrowser() {
  const path = process.env.CHROMIUM_PATH;
  if (path && !existsSync(path)) throw new CommandError(`CHROMIUM_PATH names ${path}, which does not exist.`);
  const missing = [];
  for (const name of ['chromium', 'chromium-headless-shell']) {
    if (!path && !existsSync(join('/usr/bin', name))) missing.push(name);
  }
  if (!(await hasEmojiFont())) missing.push('fonts-noto-color-emoji');
  await aptInstall(missing, 'Chromium (or CHROMIUM_PATH) and a font with emojis');
}

/** Resolves when Firefox (FIREFOX_PATH, or Debian's) and WebKit with its driver are installed. */
export async function ensureOtherEngines() {
  if (process.platform !== 'linux') {
    throw new CommandError(
      'The tests in Firefox and WebKit need WebKitWebDriver and Xvfb, which exist for Linux only.\n' +
        'Run `npm test` on Debian, for example in a container.',
    );
  }
  const path = process.env.FIREFOX_PATH;
  if (path && !existsSync(path)) throw new CommandError(`FIREFOX_PATH names ${path}, which does not exist.`);
  const programs = {
    ...(!path && { 'firefox-esr': '/usr/bin/firefox-esr' }),
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    xvfb: '/usr/bin/Xvfb',
  };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  await aptInstall(missing, 'Firefox (or FIREFOX_PATH), WebKitWebDriver and Xvfb');
}

/** Poppler's tools read the documents and the pages that the tests print. */
async function hasPoppler() {
  const { code } = await run('pdftotext', ['-v'], { quiet: true }).catch(() => ({ code: 1 }));
  return code === 0;
}

async function hasEmojiFont() {
  if (process.platform === 'darwin') return true;
  if (existsSync('/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf')) return true;
  const { code, output } = await run('fc-list', [':charset=1f600', 'family'], { quiet: true }).catch(() => ({
    code: 1,
  }));
  return code === 0 && output.trim() !== '';
}
