// GitHub, GitLab and calendars, with recorded responses of their APIs.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Suggestion } from '#features/suggestions/contract.ts';
import { importText } from '../support/imports.ts';
import { FakeService, pageOf } from './fake-service.ts';
import { startWorld, type Machine, type Person, type World } from './world.ts';

let world: World;
let ada: Person;
let machine: Machine;
let services: FakeService[] = [];
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  services = [];
  ada = await world.signUp();
  machine = await world.machine();
  await machine.signIn(ada);
  return async () => {
    for (const service of services) await service.close();
  };
});
afterAll(() => world.close());

async function serve(answer: FakeService['answer']): Promise<FakeService> {
  const service = await new FakeService(answer).listen();
  services.push(service);
  return service;
}

type Counts = { imports: { name: string; found: number; added: number; known: number; left_out: object }[] };
const inbox = async () => (await ada.call<{ rows: Suggestion[] }>('GET', '/api/suggestions?limit=500')).rows;
const hourMs = 3_600_000;
const ago = (days: number) => new Date(Date.now() - days * 24 * hourMs).toISOString().replace(/\.\d+Z/, 'Z');

/** All that the program has stored on the machine. */
function storedOn({ home }: Machine): string {
  return (readdirSync(home, { recursive: true }) as string[])
    .map((name) => join(home, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('/logbook'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

const secret = 'ghp_neverStoredOrShown0123456789';

describe('logbook import github', () => {
  type Item = ReturnType<typeof itemOf>;
  const itemOf = (id: number, title: string, closed_at: string, more: object = {}) => ({
    ...{ id, node_id: `PR_${id}`, number: id, title, state: 'closed', closed_at, comments: 2 },
    ...{ url: `https://api.github.com/repos/acme/api/issues/${id}`, labels: [] as string[] },
    repository_url: 'https://api.github.com/repos/acme/api',
    html_url: `https://github.com/acme/api/pull/${id}`,
    user: { login: 'ada', type: 'User' },
    ...{ state_reason: null as string | null, ...more },
  });

  /** Answers searches as GitHub does: by the dates of the query, at most 1,000 results. */
  async function serveGitHub(lists: Record<'author' | 'reviewed-by' | 'assignee', Item[]>) {
    const github = await serve(({ path, query }) => {
      if (path === '/user') return { body: { login: 'ada', id: 7 } };
      const [, list, from, to] =
        /^([\w-]+):ada .*(?:merged|closed):(\S+?)\.\.(\S+)$/.exec(query.get('q') ?? '') ?? [];
      const items = lists[list as keyof typeof lists].filter(
        ({ closed_at }) => closed_at >= from! && closed_at <= to!,
      );
      return {
        body: {
          ...{ total_count: items.length, incomplete_results: false },
          items: pageOf(items.slice(0, 1000), query),
        },
      };
    });
    return { github, env: { GITHUB_TOKEN: secret, GITHUB_API_URL: github.url } };
  }

  it('suggests what was merged, reviewed and closed, and waits when the service is busy', async () => {
    const mergedAt = ago(21);
    const { github, env } = await serveGitHub({
      author: [itemOf(1, 'Add the importer', ago(20), { pull_request: { merged_at: mergedAt } })],
      'reviewed-by': [
        itemOf(2, 'Fix the parser', ago(10), { user: { login: 'bea', type: 'User' } }),
        itemOf(3, 'Bump the parser', ago(9), { user: { login: 'dependabot[bot]', type: 'Bot' } }),
      ],
      assignee: [
        itemOf(4, 'Imports fail', ago(8), { state_reason: 'completed' }),
        itemOf(5, 'Rewrite it', ago(7), { state_reason: 'not_planned' }),
        itemOf(6, 'Without a date', ago(6), { closed_at: ago(6), repository_url: 'elsewhere' }),
      ],
    });
    const reset = String(Math.floor(Date.now() / 1000) + 1);
    github.faults.push(
      { status: 500, body: 'oops' },
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } },
    );
    const { imports } = await machine.json<Counts>(['import', 'github'], { env });
    expect(imports[0]).toMatchObject({
      ...{ name: 'GitHub (ada)', found: 3, added: 3 },
      left_out: { bot: 1, not_planned: 1, broken_item: 1 },
    });
    const rows = await inbox();
    expect(rows.map(({ content, reason }) => [content, reason])).toEqual([
      ['Closed: Imports fail', 'Issue acme/api#4, assigned to you, closed'],
      ['Reviewed: Fix the parser', 'Pull request acme/api#2 that you reviewed, closed'],
      ['Add the importer', 'Your pull request acme/api#1, merged'],
    ]);
    expect(rows[2]).toMatchObject({
      ...{ source: 'github', group: 'acme/api', url: 'https://github.com/acme/api/pull/1' },
      at: mergedAt.replace('Z', '.000Z'),
    });
    expect(github.asked.every(({ headers }) => headers.authorization === `Bearer ${secret}`)).toBe(true);
    expect(storedOn(machine)).not.toContain(secret);
    // The next one asks for a week before this one.
    github.asked.length = 0;
    expect((await machine.json<Counts>(['import', 'github'], { env })).imports[0]).toMatchObject({
      added: 0,
    });
    const [, from] = /merged:(\S+?)\.\./.exec(github.asked[1]!.query.get('q')!) ?? [];
    expect(Math.abs(Date.now() - Date.parse(from!) - 7 * 24 * hourMs)).toBeLessThan(hourMs);
    // It knows what to ask without words, and is quiet if it cannot.
    expect(await machine.run(['import', '--watch'], { env })).toEqual({ code: 0, out: '', err: '' });
    await github.close();
    expect(await machine.run(['import', '--watch'], { env })).toEqual({ code: 0, out: '', err: '' });
    expect((await machine.run(['import', '--watch'])).code).toBe(3);
  });

  it('divides a period with more results than a search has', async () => {
    const many = Array.from({ length: 2300 }, (_, n) =>
      itemOf(n + 1, `Change ${n}`, ago(n < 1500 ? 40 + n / 1000 : 300 - n / 100)),
    );
    const { github, env } = await serveGitHub({ author: many, 'reviewed-by': [], assignee: [] });
    const { imports } = await machine.json<Counts>(['import', 'github'], { env });
    expect(imports[0]).toMatchObject({ found: 2300, added: 2300 });
    expect(github.asked.every(({ query }) => Number(query.get('page') ?? 1) <= 10)).toBe(true);
  });

  it('notes nothing if the service fails, and says why without the token', async () => {
    const { github, env } = await serveGitHub({ author: [], 'reviewed-by': [], assignee: [] });
    const elsewhere = await serve(() => ({ body: { login: 'ada' } }));
    const failWith = async (...faults: FakeService['faults']) => {
      github.faults.splice(0, Infinity, ...faults);
      const { code, out, err } = await machine.run(['import', 'github'], { env });
      expect(out + err).not.toContain(secret);
      return [code, err];
    };
    const broken = { status: 502, body: '' };
    expect(await failWith(broken, broken, broken)).toEqual([
      5,
      expect.stringContaining('has a problem (502)'),
    ]);
    const cut = { headers: { 'content-length': '999', connection: 'close' }, body: '{"login": "ada' };
    expect(await failWith(cut, cut, cut)).toEqual([5, expect.stringContaining('cannot be reached')]);
    expect(await failWith({ status: 401 })).toEqual([
      3,
      expect.stringContaining('does not accept the token'),
    ]);
    expect(await failWith({ status: 429, headers: { 'retry-after': '3600' } })).toEqual([
      ...[5, 'logbook: GitHub limits requests. Try again in 60 minutes.\n'],
    ]);
    const refused = { status: 422, body: { message: `Validation Failed\u001b[2J.` } };
    expect(await failWith(refused)).toEqual([1, 'logbook: GitHub refused (422): Validation Failed.\n']);
    expect(await failWith({ body: '<html>' })).toEqual([1, expect.stringContaining('in a form that')]);
    expect(await failWith({ body: { login: 'ada' } }, { body: { total: 1 } })).toEqual([
      ...[1, expect.stringContaining('in a form that')],
    ]);
    expect(await failWith({ status: 302, headers: { location: elsewhere.url } })).toEqual([
      ...[1, 'logbook: GitHub refused (302).\n'],
    ]);
    expect(elsewhere.asked).toEqual([]);
    expect((await machine.run(['import'])).err).toContain('Nothing was imported yet.');
    const unsafe = { ...env, GITHUB_API_URL: 'http://github.example.com' };
    expect((await machine.run(['import', 'github'], { env: unsafe })).code).toBe(2);
    expect((await machine.run(['import', 'github'])).err).toContain('Set GITHUB_TOKEN');
    expect((await machine.run(['import', 'github', 'acme/api'], { env })).code).toBe(2);
  });
});

describe('logbook import gitlab', () => {
  it('suggests merge requests, approvals and issues, page by page', async () => {
    const requests = Array.from({ length: 150 }, (_, n) => ({
      ...{ id: 1000 + n, iid: n + 1, project_id: 3, title: `Change ${n}`, state: 'merged' },
      ...{ merged_at: ago(5 + n), references: { full: `acme/tools/api!${n + 1}` } },
      web_url: `https://gitlab.example.com/acme/tools/api/-/merge_requests/${n + 1}`,
    }));
    const events = [
      { id: 1, project_id: 3, action_name: 'approved', target_type: 'MergeRequest', target_iid: 300 },
      { id: 2, project_id: 4, action_name: 'approved', target_type: 'MergeRequest', target_iid: 301 },
    ].map((event) => ({ ...event, target_title: 'Their change', created_at: ago(3) }));
    const issue = {
      ...{
        id: 77,
        iid: 9,
        title: 'Imports fail',
        closed_at: ago(2),
        references: { full: 'acme/tools/api#9' },
      },
      web_url: 'https://gitlab.example.com/acme/tools/api/-/issues/9',
    };
    const gitlab = await serve(({ path, query }) => {
      if (path === '/api/v4/user') return { body: { id: 7, username: 'ada' } };
      if (path === '/api/v4/merge_requests') return { body: pageOf(requests, query) };
      // It was changed lately, and closed long ago.
      if (path === '/api/v4/issues')
        return { body: pageOf([issue, { ...issue, id: 78, closed_at: ago(900) }], query) };
      if (path === '/api/v4/events') return { body: pageOf(events, query) };
      if (path === '/api/v4/projects/3')
        return {
          body: {
            path_with_namespace: 'acme/tools/api',
            web_url: 'https://gitlab.example.com/acme/tools/api',
          },
        };
      return { status: 404, body: { message: '404 Project Not Found' } };
    });
    const env = { GITLAB_TOKEN: 'glpat-neverStored', GITLAB_HOST: gitlab.url };
    gitlab.faults.push({ status: 500 }, { status: 429, headers: { 'retry-after': '1' } });
    const { imports } = await machine.json<Counts>(['import', 'gitlab'], { env });
    expect(imports[0]).toMatchObject({ name: 'GitLab (ada)', found: 153, added: 153, left_out: {} });
    const rows = await inbox();
    expect(rows[0]).toMatchObject({
      ...{ source: 'gitlab', group: 'acme/tools/api', content: 'Closed: Imports fail' },
    });
    expect(
      rows
        .filter(({ content }) => content === 'Reviewed: Their change')
        .map(({ group, url }) => `${group} ${url}`)
        .sort(),
    ).toEqual([
      'Project 4 null',
      'acme/tools/api https://gitlab.example.com/acme/tools/api/-/merge_requests/300',
    ]);
    const query = gitlab.asked.find(({ path }) => path === '/api/v4/merge_requests')!.query;
    expect(Object.fromEntries(query)).toMatchObject({ author_id: '7', state: 'merged', scope: 'all' });
    expect(storedOn(machine)).not.toContain('glpat-neverStored');
    expect((await machine.json<Counts>(['import', 'gitlab'], { env })).imports[0]).toMatchObject({
      added: 0,
      known: 153,
    });
    expect((await machine.run(['import', 'gitlab'])).err).toContain('Set GITLAB_TOKEN');
  });
});

describe('logbook import ics', () => {
  const day = (days: number) => ago(days).slice(0, 10).replaceAll('-', '');
  const event = (uid: string, summary: string, days: number, ...more: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTART:${day(days)}T090000Z`,
    `SUMMARY:${summary}`,
    ...more,
    'END:VEVENT',
  ];
  const calendarOf = (...events: string[][]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Work', ...events.flat(), 'END:VCALENDAR', ''].join(
      '\r\n',
    );
  const declined = (address: string) => `ATTENDEE;PARTSTAT=DECLINED:mailto:${address}`;

  it('reads an address or a file, with the ids of the browser', async () => {
    const text = calendarOf(
      event('talk', 'Talk at the meetup', 20),
      event('weekly', 'Planning', 15, 'RRULE:FREQ=WEEKLY;COUNT=2'),
      event('no', 'Declined', 10, declined(ada.email)),
      event('other', 'Declined elsewhere', 10, declined('ada@old.example')),
      event('off', 'Canceled', 9, 'STATUS:CANCELLED'),
      event('future', 'Next month', -30),
    );
    const server = await serve(({ path }) =>
      path === '/private-key/ada.ics'
        ? { body: text }
        : { status: 302, headers: { location: '/private-key/ada.ics' } },
    );
    const url = `${server.url}/old.ics`;
    const { imports } = await machine.json<Counts>(['import', 'ics', url, '--author', 'ada@old.example']);
    expect(imports[0]).toMatchObject({
      ...{ name: '127.0.0.1', found: 3, added: 3 },
      left_out: { declined: 2, cancelled: 1, in_future: 1 },
    });
    const { found } = await importText('calendar', 'work.ics', text);
    const ids = found.map(({ sourceId }) => sourceId);
    expect(ids).toEqual(expect.arrayContaining((await inbox()).map(({ source_id }) => source_id)));
    writeFileSync(join(machine.home, 'work.ics'), text);
    expect((await machine.json<Counts>(['import', 'ics', 'work.ics'])).imports[0]).toMatchObject({
      ...{ added: 1, known: 3, name: 'work.ics' },
    });
    // An address is a secret for others, and needed for the next time.
    expect((await machine.run(['import'])).out).not.toContain('/old.ics');
    const config = join(machine.home, 'config', 'logbook', 'imports.json');
    expect(statSync(config).mode & 0o777).toBe(0o600);
    expect(readFileSync(config, 'utf8')).toContain(url);
    expect(await machine.run(['import', '--watch'])).toEqual({ code: 0, out: '', err: '' });
  });

  it('explains what it cannot read, or must not ask for', async () => {
    const server = await serve(({ path }) => {
      if (path === '/large') return { body: new Uint8Array(51 * 1024 ** 2) };
      if (path === '/page') return { body: '<html></html>' };
      if (path === '/loop') return { status: 301, headers: { location: '/loop' } };
      if (path === '/out') return { status: 301, headers: { location: 'http://calendar.example/ada.ics' } };
      return { status: path === '/busy' ? 503 : 404 };
    });
    const said = async (word: string) => {
      const { code, err } = await machine.run(['import', 'ics', word]);
      return [code, err];
    };
    expect(await said(`${server.url}/large`)).toEqual([1, expect.stringContaining('more than 50 MB')]);
    expect(await said(`${server.url}/page`)).toEqual([
      1,
      expect.stringContaining('not a file of the chosen kind'),
    ]);
    expect(await said(`${server.url}/loop`)).toEqual([1, expect.stringContaining('redirects too often')]);
    expect(await said(`${server.url}/out`)).toEqual([1, expect.stringContaining('redirects to an address')]);
    expect(await said(`${server.url}/missing`)).toEqual([
      1,
      expect.stringContaining('(404). Check its address.'),
    ]);
    expect(await said(`${server.url}/busy`)).toEqual([5, expect.stringContaining('(503). Try again later.')]);
    await server.close();
    expect(await said(`${server.url}/gone`)).toEqual([
      5,
      expect.stringContaining('127.0.0.1 cannot be reached'),
    ]);
    expect(await said('http://calendar.example/ada.ics')).toEqual([
      2,
      expect.stringContaining('must be https'),
    ]);
    expect(await said('https://ada:pass@calendar.example/ada.ics')).toEqual([
      2,
      expect.not.stringContaining('pass@'),
    ]);
    expect(await said('file:///etc/passwd')).toEqual([2, expect.stringContaining('must be https')]);
    expect(await said('nothing.ics')).toEqual([2, 'logbook: There is no file nothing.ics.\n']);
    expect((await machine.run(['import', 'ics'])).code).toBe(2);
    expect((await machine.run(['import'])).err).toContain('Nothing was imported yet.');
  });
});
