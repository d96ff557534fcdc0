// Every setting with every kind of wrong value: the start names the setting, says what it must be, and repeats no secret.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { makeDataFolder } from './data-folder.ts';
import { StartupError } from './startup-error.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
const names = [...guide.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);

const wrongValues = {
  blank: '   ',
  word: 'canary',
  'capital letters': 'Production',
  negative: '-7',
  fraction: '1.5',
  huge: '9'.repeat(40),
  long: 'canary'.repeat(500),
  'wrong scheme': 'ftp://canary.example',
  'no host': 'https://',
  list: 'canary,,canary;canary',
  'two lines': 'canary\ncanary',
  html: '<canary@example.org',
};

/** The words of zod's own messages. */
const ofZod = /Invalid|expected|received|Too (big|small)|pattern|Unrecognized/;

/** Other settings that some settings need. */
const companions: Record<string, Record<string, string>> = {
  S3_: {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  },
  OIDC_: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'logbook' },
  STRIPE_: {
    STRIPE_SECRET_KEY: 'sk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_MONTHLY: 'price_1',
    STRIPE_PRICE_YEARLY: 'price_2',
  },
};
const companionsOf = (name: string) => companions[name.slice(0, name.indexOf('_') + 1)];

/** Rethrows anything but a startup error: a stack trace is not a message for an operator. */
function startupErrorIn(work: () => unknown): StartupError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
}

function startupErrorOf(env: NodeJS.ProcessEnv): StartupError | undefined {
  return startupErrorIn(() => readConfig(env));
}

/** What is wrong with the error for a value. */
function problemsOf(name: string, kind: string, value: string): string[] {
  const error = startupErrorOf({ ...companionsOf(name), [name]: value });
  if (!error) return [];
  const { report, what, why } = error;
  const isOfValue = what === 'The configuration is not valid.';
  return [
    ...(report.includes(name) ? [] : ['does not name the setting']),
    ...(ofZod.test(report) ? ['has words of zod'] : []),
    ...(isOfValue && !new RegExp(`^${name}: (must|needs) `).test(why)
      ? ['does not say what it must be']
      : []),
    ...(isOfValue && why.includes('canary') ? ['repeats the value'] : []),
  ].map((problem) => `${kind}: ${problem}: ${report}`);
}

test.each(names)('%s with a wrong value is either valid or refused in our words', (name) => {
  const problems = Object.entries(wrongValues).flatMap(([kind, value]) => problemsOf(name, kind, value));
  expect(problems).toEqual([]);
});

test('most settings refuse some of the wrong values', () => {
  const refusing = names.filter((name) =>
    Object.values(wrongValues).some((value) => startupErrorOf({ ...companionsOf(name), [name]: value })),
  );
  expect(refusing.length).toBeGreaterThan(20);
});

test('a NODE_ENV that was meant as production is refused, and other environments are try-it mode', () => {
  for (const NODE_ENV of ['Production', 'PRODUCTION', 'prod', ' production', 'production ', '"production"'])
    expect(startupErrorOf({ NODE_ENV })?.why).toBe(
      'NODE_ENV: must be exactly "production" for production mode',
    );
  for (const NODE_ENV of ['development', 'test', 'staging', ''])
    expect(readConfig({ NODE_ENV }).mode).toBe('try');
});

describe('a folder that cannot be used', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'logbook-data-dir-'));
    writeFileSync(join(folder, 'file'), '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const errorFor = (dataDir: string) => {
    return startupErrorIn(() => makeDataFolder(dataDir));
  };

  test('is refused as DATA_DIR if it is a file, or below one, without advice to free disk space', () => {
    const { what, why, fix } = errorFor(join(folder, 'file'))!;
    expect(what + why).toMatch(/cannot be created.*There is a file/);
    expect(fix).not.toContain('disk space');
    expect(errorFor(join(folder, 'file/a/b'))!.why).toContain('A part of the path is a file.');
  });

  /** What needs a folder, as code, and how it refuses one. */
  const users = [
    {
      by: 'the data folder',
      setting: 'DATA_DIR',
      refuses: (path: string) => `The data folder ${path} cannot be created.`,
      code: (path: string) => `(await import('./data-folder.ts')).makeDataFolder('${path}')`,
    },
    {
      by: 'the file storage',
      setting: 'DATA_DIR',
      refuses: (path: string) => `The data folder ${path} cannot be created.`,
      code: (path: string) =>
        `await (await import('../files/open-store.ts')).openFileStore({ dataDir: '${path}' })`,
    },
    {
      by: 'a backup',
      setting: 'BACKUP_DIR',
      refuses: (path: string) => `No backup can be written to ${path}.`,
      code: (path: string) =>
        `await (await import('../backup/write-archive.ts')).writeArchive({ path: '${path}/a.zip' })`,
    },
  ];

  /** Runs code in a separate process, because one that hangs must not hang the test. Returns the report. */
  async function reportOf(code: string): Promise<string> {
    const script = `try { ${code} } catch (error) { console.log(error.report); }`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 20_000,
      cwd: import.meta.dirname,
    });
    return stdout;
  }

  test.each(users)(
    'is refused as $setting in /proc and /sys, where no one can create folders, by $by',
    async (user) => {
      for (const path of ['/proc/logbook', '/proc/logbook/a/b', '/sys/logbook']) {
        const report = await reportOf(user.code(path));
        expect(report).toContain(user.refuses(path));
        expect(report).toContain(`another folder with ${user.setting}`);
        expect(report).not.toContain('disk space');
      }
    },
  );

  test('is refused as BACKUP_DIR if it is a file', async () => {
    const report = await reportOf(users[2]!.code(join(folder, 'file')));
    expect(report).toContain('There is a file with this name.');
  });
});
