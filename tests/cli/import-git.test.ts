// Commits as suggestions: of repositories that the tests make, and of this one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Suggestion } from '#features/suggestions/contract.ts';
import { until } from '../support/until.ts';
import { addCommits, Repository } from './repository.ts';
import { startWorld, type Machine, type Person, type World } from './world.ts';

let world: World;
let ada: Person;
let machine: Machine;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Each test has its own user, because a token has few writes a minute. */
async function signedIn(): Promise<void> {
  ada = await world.signUp();
  machine = await world.machine();
  await machine.signIn(ada);
}

type Page = { rows: Suggestion[]; next: string | null; count: number };
const inbox = () => ada.call<Page>('GET', '/api/suggestions?limit=500');
const texts = async () => (await inbox()).rows.map(({ content }) => content).sort();
const folderOf = (name: string) => join(machine.home, name);
const ago = (days: number, time = '10:00:00') =>
  `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T${time}Z`;

type Counts = {
  imports: {
    name: string;
    found: number;
    added: number;
    known: number;
    refused: Record<string, number>;
    left_out: Record<string, number>;
  }[];
};
const imported = async (...args: string[]) =>
  (await machine.json<Counts>(['import', 'git', ...args])).imports[0]!;

describe('logbook import git', () => {
  it('suggests each commit of the user on all branches, and leaves out merges, bots and others', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    api.git('remote', 'add', 'origin', 'https://ada:secret-token@git.example.com/acme/api.git');
    const hash = api.commit('Add the importer\n\nNot this line.', { at: ago(30) });
    api.commit('Bump the parser', {
      by: '1+dependabot[bot]@users.noreply.github.com',
      name: 'dependabot[bot]',
      at: ago(29),
    });
    api.commit('By Bea', { by: 'bea@example.com', name: 'Bea', at: ago(28) });
    api.git('switch', '-qc', 'other');
    api.commit('On another branch', { by: 'ADA@Example.com', at: ago(27) });
    api.git('switch', '-q', 'main');
    api.commit('Later on the same day', { at: ago(30, '16:00:00') });
    api.git('merge', '-q', '--no-ff', '-m', 'Merge other', 'other');
    api.commit('Too long ago', { at: ago(500), committedAt: ago(26) });
    api.commit('With an address of mine', { by: 'ada@old.example', at: ago(25) });
    api.commit('', { at: ago(24) });
    expect(await imported('api', '--author', 'Ada@Old.example')).toMatchObject({
      ...{ name: 'acme/api', found: 4, added: 4, known: 0, refused: {} },
      left_out: { bot: 1, other_author: 1, merge: 1, no_text: 1 },
    });
    const { rows } = await inbox();
    expect(rows.map(({ content }) => content)).toEqual([
      ...['With an address of mine', 'On another branch', 'Later on the same day', 'Add the importer'],
    ]);
    expect(rows.at(-1)).toMatchObject({
      ...{ source: 'git', group: 'acme/api', at: ago(30).replace('Z', '.000Z') },
      url: `https://git.example.com/acme/api/commit/${hash}`,
      reason: `Commit ${hash.slice(0, 10)} in acme/api, grouped by repository`,
    });
    expect(JSON.stringify(rows)).not.toContain('secret-token');
    // Merged, they become one entry that says where it is from.
    const check_in_id = crypto.randomUUID();
    const suggestions = rows.slice(2).map(({ id }) => id);
    await ada.call('POST', '/api/suggestions/accept', { entries: [{ check_in_id, suggestions }] });
    const [entry] = await machine.entries(ada);
    expect(entry).toMatchObject({ source: 'git', source_name: '2 commits in acme/api' });
    expect(await imported('api', '--author', 'ada@old.example')).toMatchObject({ added: 0 });
  });

  it('knows a commit again after a rebase, an amendment, a cherry-pick, and in a clone on another machine', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    api.commit('First', { at: ago(20) });
    api.git('switch', '-qc', 'topic');
    api.commit('Work on the topic', { at: ago(19) });
    api.git('switch', '-q', 'main');
    api.commit('Second', { at: ago(18) });
    expect(await imported('api')).toMatchObject({ added: 3 });
    api.git('rebase', '-q', 'main', 'topic');
    api.git('commit', '-q', '--amend', '--no-edit', '--allow-empty');
    api.git('switch', '-q', 'main');
    api.commit('Third', { at: ago(3) });
    api.git('cherry-pick', '-n', 'topic');
    api.git('commit', '-q', '-C', 'topic');
    expect(await imported('api')).toMatchObject({ added: 1, known: 1, left_out: { duplicate: 1 } });
    execFileSync('git', ['clone', '-q', api.folder, join(machine.home, 'clone')]);
    const second = await world.machine();
    await second.signIn(ada);
    const { imports } = await second.json<Counts>([
      ...['import', 'git', join(machine.home, 'clone'), '--author', 'ada@example.com'],
    ]);
    expect(imports[0]).toMatchObject({ added: 0, known: 4 });
    expect(await texts()).toEqual(['First', 'Second', 'Third', 'Work on the topic']);
  });

  it('finds what came late since the last run, and never suggests again what was dismissed', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    api.commit('First', { at: ago(100) });
    await imported('api');
    const ids = (await inbox()).rows.map(({ id }) => id);
    await ada.call('POST', '/api/suggestions/dismiss', { ids });
    // Written long before the last run, and rebased or picked after it.
    api.commit('From another machine', { at: ago(90), committedAt: ago(0, '00:00:01') });
    api.commit('Now', { at: ago(0, '00:00:02') });
    expect(await imported('api')).toMatchObject({ added: 2, known: 0 });
    // A part that the last run has not read.
    api.commit('Two years ago', { at: ago(730), committedAt: ago(729) });
    expect(await imported('api', '--since', '2000-01-01')).toMatchObject({ added: 1, known: 3 });
    expect(await texts()).toEqual(['From another machine', 'Now', 'Two years ago']);
  });

  it('reads any encoding and length', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    api.commit(Buffer.from('Gr\xfc\xdfe, marked', 'latin1'), { at: ago(9), encoding: 'ISO-8859-1' });
    api.commit(Buffer.from('Gr\xfc\xdfe, unmarked', 'latin1'), { at: ago(8) });
    api.commit(Buffer.from([0x41, 0xed, 0xa0, 0x80, 0x42]), { at: ago(7) });
    api.commit(`Long ${'🚀'.repeat(25_000)}`, { at: ago(6) });
    api.commit('\u001b]0;owned\u0007 <b>bold</b> =1+1', { at: ago(5) });
    expect(await imported('api')).toMatchObject({ added: 5, refused: {} });
    const found = await texts();
    expect(found).toEqual(expect.arrayContaining(['Grüße, marked', 'Grüße, unmarked']));
    expect(found.find((text) => text.startsWith('Long'))!.length).toBeLessThanOrEqual(10_000);
    const { out } = await machine.run(['import', 'git', 'api', '--dry-run']);
    expect(out).toContain('<b>bold</b> =1+1');
    expect(out).not.toContain('\u001b');
  });

  it('says what it would do without a sign-in, a connection or a change', async () => {
    machine = await world.machine();
    const api = new Repository(folderOf('api'));
    addCommits(api, 30);
    const { code, out } = await machine.run(['import', 'git', 'api', '--dry-run']);
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(21);
    expect(out).toContain('30 suggestions found from api. Nothing was sent.');
    expect(existsSync(join(machine.home, 'config'))).toBe(false);
    expect((await machine.run(['import', 'git', 'api'])).code).toBe(3);
  });

  it('explains a folder, a repository and a machine that it cannot read', async () => {
    await signedIn();
    const empty = new Repository(folderOf('empty'));
    const said = async (...args: string[]) => {
      const { code, out, err } = await machine.run(['import', 'git', ...args]);
      return [code, out + err];
    };
    expect(await said()).toEqual([2, expect.stringContaining('. is not in a git repository.')]);
    expect(await said('nothing')).toEqual([
      2,
      expect.stringContaining('nothing is not in a git repository.'),
    ]);
    expect(await said('empty')).toEqual([0, expect.stringContaining('Nothing new from empty.')]);
    empty.commit('By me', { at: ago(3), by: 'someone@example.com' });
    expect(await said('nothing', 'empty')).toEqual([
      0,
      expect.stringMatching(
        /someone else[^]*nothing is not in a git repository\.[^]*no commits by ada@example\.com/,
      ),
    ]);
    const full = new Repository(folderOf('full'));
    addCommits(full, 5);
    execFileSync('git', ['clone', '-q', '--depth', '2', `file://${full.folder}`, folderOf('shallow')]);
    expect(await said('shallow', '--author', 'ada@example.com')).toEqual([
      0,
      expect.stringContaining('shallow clone, so earlier commits are missing'),
    ]);
    expect(await machine.run(['import', 'git', 'full'], { env: { PATH: '/nowhere' } })).toMatchObject({
      ...{ code: 4, err: 'logbook: git is not installed, or not in your PATH.\n' },
    });
    expect(await said('full', '--since', '2999-01-01')).toEqual([
      2,
      'logbook: --since 2999-01-01 is in the future.\n',
    ]);
    expect(await said('full', '--author', 'ada')).toEqual([2, 'logbook: "ada" is not an email address.\n']);
    expect((await machine.run(['import', 'svn'])).code).toBe(2);
    // A hook names another repository.
    const env = { GIT_DIR: join(empty.folder, '.git'), GIT_WORK_TREE: empty.folder };
    const { out } = await machine.run(['import', 'git', 'full', '--dry-run'], { env });
    expect(out).toContain('5 suggestions found from full.');
  });

  it('reads this repository as git does', async () => {
    await signedIn();
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' };
    const log = (...args: string[]) =>
      execFileSync('git', ['log', '--branches', '--remotes', 'HEAD', ...args], {
        ...{ encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, env: { ...process.env, ...env } },
      })
        .split('\n')
        .filter(Boolean);
    const author = log('-1', '--format=%ae')[0]!;
    const lines = log('--no-merges', '--format=%ae %at %s').filter((line) => line.startsWith(`${author} `));
    const before = performance.now();
    const { imports } = await machine.json<Counts>(
      ['import', 'git', process.cwd(), '--author', author, '--since', '1990-01-01'],
      { env },
    );
    expect(performance.now() - before).toBeLessThan(60_000);
    const expected = new Set(lines).size;
    expect(imports[0]).toMatchObject({ found: expected, added: expected, refused: {} });
    expect((await inbox()).count).toBe(expected);
  });
});

describe('an import that is interrupted', () => {
  const notedRuns = () => {
    const file = join(machine.home, 'config', 'logbook', 'imports.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown[]) : [];
  };

  it('loses and doubles nothing when it is killed at any moment and repeated', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    addCommits(api, 1200);
    for (let round = 0; round < 3; round++) {
      const before = (await inbox()).count;
      const { child, done } = machine.start(['import', 'git', 'api']);
      await until('a batch is added', 20_000, async () => (await inbox()).count > before);
      child.kill('SIGKILL');
      await done;
    }
    expect((await inbox()).count).toBeLessThan(1200);
    expect(notedRuns()).toEqual([]);
    const last = await imported('api');
    expect(last.added + last.known).toBe(1200);
    expect((await inbox()).count).toBe(1200);
    expect(notedRuns()).toHaveLength(1);
  });

  it('notes nothing without a connection, and says so', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    addCommits(api, 3);
    await world.server.stop();
    const { code, err } = await machine.run(['import', 'git', 'api']);
    world.server.start();
    await world.server.untilReady();
    expect([code, err]).toEqual([5, expect.stringContaining('The server cannot be reached.')]);
    expect(notedRuns()).toEqual([]);
    expect(await imported('api')).toMatchObject({ added: 3 });
  });

  it('runs once at a time on a machine, whatever a killed one left', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    addCommits(api, 1500);
    const results = await Promise.all([1, 2, 3].map(() => machine.run(['import', 'git', 'api'])));
    expect(results.map(({ code }) => String(code)).sort()).toEqual(['0', '1', '1']);
    expect(results.map(({ err }) => err).join('')).toContain('Another import is running.');
    expect((await inbox()).count).toBe(1500);
    // Of a process that does not run anymore.
    writeFileSync(join(machine.home, 'data', 'logbook', 'import.lock'), '99999999');
    expect(await imported('api')).toMatchObject({ added: 0 });
    expect(existsSync(join(machine.home, 'data', 'logbook', 'import.lock'))).toBe(false);
  });

  it('adds nothing twice from two machines at the same time', async () => {
    await signedIn();
    const second = await world.machine();
    await second.signIn(ada);
    const api = new Repository(folderOf('api'));
    addCommits(api, 1500);
    const both = await Promise.all(
      [machine, second].map((each) => each.json<Counts>(['import', 'git', api.folder])),
    );
    const counts = both.map(({ imports }) => imports[0]!);
    expect(counts.map(({ added, known }) => added + known)).toEqual([1500, 1500]);
    expect(counts[0]!.added + counts[1]!.added).toBe(1500);
    expect((await inbox()).count).toBe(1500);
  });

  it('says that the access of the machine is from before imports', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    addCommits(api, 3);
    const { token } = await ada.call<{ token: string }>('POST', '/api/api_tokens', {
      ...{ name: 'Old', scopes: ['entries:write', 'log:read'] },
    });
    const env = { LOGBOOK_TOKEN: token };
    const { code, err } = await machine.run(['import', 'git', 'api'], { env });
    expect([code, err]).toEqual([3, expect.stringContaining('LOGBOOK_TOKEN may not suggest entries.')]);
    const file = join(machine.home, 'config', 'logbook', 'credentials.json');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...stored, token }));
    expect(await machine.run(['import', 'git', 'api'])).toMatchObject({
      ...{ code: 3, err: expect.stringContaining('may not suggest entries. Run: logbook login') as string },
    });
    writeFileSync(file, JSON.stringify({ ...stored, token: 'lbk_ended' }));
    expect((await machine.run(['import', 'git', 'api'])).code).toBe(3);
    expect(notedRuns()).toEqual([]);
  });
});

describe('an address that the user names later', () => {
  it('is looked for in all that was read, and stays one of the user', async () => {
    await signedIn();
    const api = new Repository(folderOf('api'));
    api.commit('Mine', { at: ago(40) });
    api.commit('Under an old address', { at: ago(200), by: 'ada@old.example' });
    expect(await imported('api')).toMatchObject({ added: 1, left_out: { other_author: 1 } });
    expect(await imported('api', '--author', 'ada@old.example')).toMatchObject({ added: 1, known: 1 });
    api.commit('Under it again', { at: ago(0, '00:00:01'), by: 'ada@old.example' });
    expect(await imported('api')).toMatchObject({ added: 1 });
    expect((await imported('api', '--author', 'ada@old.example')).found).toBe(1);
    expect(await texts()).toEqual(['Mine', 'Under an old address', 'Under it again']);
  });
});

describe('logbook import --watch', () => {
  it('repeats every import, prints only what is new, and is quiet without a connection', async () => {
    await signedIn();
    const at = world.url.replace('127.0.0.1', 'localhost');
    const watch = () => machine.run(['import', '--watch']);
    expect(await watch()).toEqual({ code: 0, out: '', err: '' });
    const api = new Repository(folderOf('api'));
    const old = new Repository(folderOf('old'), 'ada@old.example');
    api.commit('First', { at: ago(3) });
    old.commit('Old', { at: ago(3), by: 'ada@older.example' });
    await machine.run(['import', 'git', 'api', 'old', '--author', 'ada@older.example']);
    const file = join(machine.home, 'config', 'logbook', 'imports.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await watch()).toEqual({ code: 0, out: '', err: '' });
    api.commit('Second', { at: ago(0, '00:00:01') });
    old.commit('Third', { at: ago(0, '00:00:01'), by: 'ada@older.example' });
    expect(await watch()).toEqual({
      ...{ code: 0, err: '' },
      out: `1 suggestion from api added to your inbox: ${at}/inbox\n1 suggestion from old added to your inbox: ${at}/inbox\n`,
    });
    await world.server.stop();
    api.commit('Fourth', { at: ago(0, '00:00:02') });
    expect(await watch()).toEqual({ code: 0, out: '', err: '' });
    world.server.start();
    await world.server.untilReady();
    // A repository that is gone does not keep the others from running.
    rmSync(old.folder, { recursive: true });
    const { code, out, err } = await watch();
    expect(out).toContain('1 suggestion from api');
    expect([code, err]).toEqual([2, expect.stringMatching(/^logbook: old: .*is not in a git repository/)]);
    expect((await machine.run(['import'])).out).toMatch(/^1\tgit\tapi\t.*\n2\tgit\told\t/);
    expect((await machine.run(['import', 'forget', '2'])).code).toBe(0);
    expect(await watch()).toEqual({ code: 0, out: '', err: '' });
    expect(await texts()).toEqual(['First', 'Fourth', 'Old', 'Second', 'Third']);
    expect((await machine.run(['import', '--help'])).out).toMatch(
      /17 \* \* \* \* \S+ \S+logbook import --watch\n/,
    );
    expect((await machine.run(['import', 'git', '--watch'])).code).toBe(2);
    // Another account knows nothing of it.
    const bea = await world.signUp();
    await machine.login(bea);
    expect((await machine.run(['import'])).err).toContain('Nothing was imported yet.');
  });
});
