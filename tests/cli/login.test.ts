import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownCode, startWorld, type Machine, type Person, type World } from './world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await world.signUp();
});
afterAll(() => world.close());

type Tokens = {
  rows: { id: string; name: string; scopes: string[]; source: string; user_agent: string | null }[];
};
const tokensOf = async (person: Person) => (await person.call<Tokens>('GET', '/api/api_tokens')).rows;
const credentialsOf = ({ home }: Machine) => join(home, 'config', 'logbook', 'credentials.json');

describe('logbook login', () => {
  it('gets a token for the machine once the user has approved its code', async () => {
    const machine = await world.machine();
    const { code, out } = await machine.login(ada, ['--name', 'Kitchen']);
    expect([code, out]).toEqual([
      0,
      `✓ Signed in to ${world.url.replace('127.0.0.1', 'localhost')} as ${ada.email}\n`,
    ]);
    expect(await tokensOf(ada)).toMatchObject([
      {
        name: 'Kitchen',
        scopes: ['entries:write', 'suggestions:write', 'log:read', 'goals:write'],
        source: 'cli',
      },
    ]);
    const file = credentialsOf(machine);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(await machine.run(['add', 'From the terminal #cli', '-e', '🚀'])).toMatchObject({ code: 0 });
    expect((await machine.run(['list'])).out).toMatch(
      /^\d{4}-\d\d-\d\d\t\d\d:\d\d\t🚀\tFrom the terminal #cli\n$/,
    );
    expect(await machine.entries(ada)).toMatchObject([
      { source: 'cli', source_name: 'Kitchen', emoji: '🚀' },
    ]);
    expect((await tokensOf(ada))[0]!.user_agent).toMatch(/^logbook-cli\//);
  });

  it('ends the access that it replaces, and logout ends its own', async () => {
    const machine = await world.machine();
    const bea = await world.signUp();
    await machine.login(bea, ['--name', 'First']);
    const { token } = JSON.parse(readFileSync(credentialsOf(machine), 'utf8')) as { token: string };
    await machine.login(bea, ['--name', 'Second']);
    expect((await tokensOf(bea)).map(({ name }) => name)).toEqual(['Second']);
    const old = await machine.run(['list'], { env: { LOGBOOK_TOKEN: token } });
    expect([old.code, old.err]).toEqual([
      3,
      'logbook: Your access has expired or was ended. Run: logbook login\n',
    ]);
    expect((await machine.run(['logout'])).code).toBe(0);
    expect(await tokensOf(bea)).toEqual([]);
    const { code, err } = await machine.run(['list']);
    expect([code, err]).toEqual([3, 'logbook: You are not signed in. Run: logbook login\n']);
  });

  it('stores nothing when the user refuses', async () => {
    const machine = await world.machine();
    const { printed, done } = machine.start(['login', '--no-browser']);
    const code = await shownCode(printed);
    const found = await ada.call<{ id: string; same_network: boolean }>('POST', '/api/cli_logins/find', {
      code,
    });
    expect(found.same_network).toBe(true);
    await ada.call('POST', `/api/cli_logins/${found.id}/refuse`);
    expect(await done).toMatchObject({
      code: 1,
      err: expect.stringContaining('refused in the browser') as string,
    });
    expect((await machine.run(['status'])).code).toBe(3);
  });

  it('is not needed with a token of the environment, and a wrong one says so', async () => {
    const machine = await world.machine();
    const { token } = await ada.call<{ token: string }>('POST', '/api/api_tokens', {
      ...{ name: 'A script', scopes: ['entries:write'] },
    });
    const env = { LOGBOOK_URL: world.url, LOGBOOK_TOKEN: token };
    expect((await machine.run(['add', 'By a script'], { env })).code).toBe(0);
    const reading = await machine.run(['list'], { env });
    expect([reading.code, reading.err]).toEqual([3, expect.stringContaining('It needs the scope log:read.')]);
    const wrong = await machine.run(['add', 'Kept'], {
      env: { ...env, LOGBOOK_TOKEN: `lbk_${'0'.repeat(49)}` },
    });
    expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining('stored on this machine')]);
    expect((await machine.run(['queue', 'send'], { env })).out).toBe('1 entry sent.\n');
    expect((await machine.entries(ada)).map(({ content }) => content).slice(0, 2)).toEqual([
      'Kept',
      'By a script',
    ]);
  });

  it('needs a place for the token before it asks the user', async () => {
    const machine = await world.machine();
    const { code, err } = await machine.run(['login', '--no-browser'], {
      env: { XDG_CONFIG_HOME: join(machine.home, 'logbook') },
    });
    expect(code).toBe(4);
    expect(err).toContain('A part of the path is not a folder.');
  });
});

it.each([
  [[], 0, 'Usage: logbook COMMAND'],
  [['--version'], 0, '.'],
  [['add', '--help'], 0, 'Usage: logbook add'],
  [['ad'], 2, 'Did you mean "add"?'],
  [['add', '--colour'], 2, "Unknown option '--colour'. See: logbook add --help"],
  [['list', 'words'], 2, '"words" is not expected here'],
  [['login', '--url', 'ftp://example.com'], 2, 'is not the address of a Logbook'],
])('%j explains itself', async (args, expected, text) => {
  const { code, out, err } = await (await world.machine()).run(args);
  expect(code).toBe(expected);
  expect(out + err).toContain(text);
});
