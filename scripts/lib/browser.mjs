// What the tests need in addition to Node: Chromium with an emoji font, PDF tools, Firefox, WebKit, and a PostgreSQL for
// DATABASE_URL. Missing ones are installed if apt-get can be used; otherwise the error says what to install.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run, timed } from './child.mjs';
import { Trouble } from './trouble.mjs';

const oldestPostgres = 15;

/** Resolves when Chromium and its shell (CHROMIUM_PATH, or Debian's), a font with emojis and the PDF tools are installed. */
export async function ensureBrowser() {
  const path = process.env.CHROMIUM_PATH;
  if (path && !existsSync(path)) throw new Trouble(`CHROMIUM_PATH names ${path}, which does not exist.`);
  const missing = [];
  for (const name of ['chromium', 'chromium-headless-shell']) {
    if (!path && !existsSync(join('/usr/bin', name))) missing.push(name);
  }
  if (!(await hasEmojiFont())) missing.push('fonts-noto-color-emoji');
  if (!(await hasPoppler())) missing.push('poppler-utils');
  await aptInstall(missing, 'Chromium (or CHROMIUM_PATH), a font with emojis, and the PDF tools of Poppler');
}

/** Resolves when Firefox (FIREFOX_PATH, or Debian's) and WebKit with its driver are installed. */
export async function ensureOtherEngines() {
  if (process.platform !== 'linux') {
    throw new Trouble(
      'The tests in Firefox and WebKit need WebKitWebDriver and Xvfb, which exist for Linux only.\n' +
        'Run `npm test` on Debian, for example in a container.',
    );
  }
  const path = process.env.FIREFOX_PATH;
  if (path && !existsSync(path)) throw new Trouble(`FIREFOX_PATH names ${path}, which does not exist.`);
  const programs = {
    ...(!path && { 'firefox-esr': '/usr/bin/firefox-esr' }),
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    xvfb: '/usr/bin/Xvfb',
  };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  await aptInstall(missing, 'Firefox (or FIREFOX_PATH), WebKitWebDriver and Xvfb');
}

/** Resolves when the programs of PostgreSQL 15 or newer are installed. Never touches or starts a cluster. */
export async function ensurePostgres() {
  if (postgresBin()) return;
  await aptInstall(['postgresql'], `the server programs of PostgreSQL ${oldestPostgres} or newer`);
  if (!postgresBin()) throw new Trouble(`The PostgreSQL of this system is older than ${oldestPostgres}.`);
}

function postgresBin() {
  const folders = [
    ...listed('/usr/lib/postgresql').map((version) => ({
      version,
      bin: join('/usr/lib/postgresql', version, 'bin'),
    })),
    ...listed('/opt/homebrew/opt')
      .filter((name) => name.startsWith('postgresql@'))
      .map((name) => ({
        version: name.slice('postgresql@'.length),
        bin: join('/opt/homebrew/opt', name, 'bin'),
      })),
  ];
  return folders.find(
    ({ version, bin }) => Number(version) >= oldestPostgres && existsSync(join(bin, 'initdb')),
  );
}

function listed(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Poppler's tools read the pages that the tests print. */
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

async function aptInstall(packages, need) {
  if (packages.length === 0) return;
  const canInstall = process.getuid && process.getuid() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) {
    throw new Trouble(
      `The tests need ${need}. Missing: ${packages.join(', ')}.\n` +
        `On Debian or Ubuntu: sudo apt-get update && sudo apt-get install ${packages.join(' ')}`,
    );
  }
  // RUNLEVEL=1 keeps the packages from starting services.
  const env = Object.assign({}, process.env, { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' });
  await timed(`Installed ${packages.join(', ')}`, async () => {
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
      const { code, output } = await run('apt-get', args, { env, quiet: true });
      if (code !== 0) throw new Trouble(`apt-get ${args.join(' ')} failed:\n${output.trim()}`, code);
    }
  });
}
