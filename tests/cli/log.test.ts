// Reading and changing the log from the terminal.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import { startWorld, type Machine, type Person, type World } from './world.ts';

let world: World;
let ada: Person;
let machine: Machine;
beforeAll(async () => {
  world = await startWorld();
  ada = await world.signUp();
  machine = await world.machine();
  await machine.signIn(ada);
});
afterAll(() => world.close());

const write = (content: string, created_at?: string) =>
  ada.call('POST', '/api/check_ins', { content, ...(created_at && { created_at }) });

/** In a terminal of this many columns, as `script` provides one. */
function inTerminal(args: readonly string[], { home }: Machine, env: Record<string, string> = {}): string {
  const words = [process.env['CLI_NODE'] ?? process.execPath, join(home, 'logbook'), ...args];
  const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return execFileSync('script', ['-qec', `stty cols 60; ${line}`, '/dev/null'], {
    env: {
      ...{ PATH: '/usr/bin:/bin', HOME: home, TZ: 'Europe/Berlin', TERM: 'xterm-256color' },
      ...{ XDG_CONFIG_HOME: join(home, 'config'), XDG_DATA_HOME: join(home, 'data'), ...env },
    },
    encoding: 'utf8',
  });
}

describe('logbook add', () => {
  it('takes the text from arguments, a pipe, or the editor', async () => {
    const bea = await world.signUp();
    const other = await world.machine();
    await other.signIn(bea);
    await other.run(['add', 'From', 'arguments']);
    await other.run(['add'], { input: 'From a pipe\nwith two lines\n' });
    await other.run(['add', '-'], { input: 'From a dash' });
    await other.run(['add', '--', '--date is an option']);
    const editor = join(other.home, 'my editor.sh');
    writeFileSync(editor, '#!/bin/sh\nprintf "From %s" "$1" > "$2"\n');
    chmodSync(editor, 0o755);
    inTerminal(['add'], other, { EDITOR: `'${editor}' "the editor"` });
    expect((await other.entries(bea)).map(({ content }) => content)).toEqual([
      'From the editor',
      '--date is an option',
      'From a dash',
      'From a pipe\nwith two lines',
      'From arguments',
    ]);
  });

  it('takes a date in the time zone of the machine', async () => {
    const date = async (typed: string) =>
      (await machine.json<{ created_at: string }>(['add', `On ${typed}`, '--date', typed])).created_at;
    expect(await date('2026-07-01')).toBe('2026-07-01T10:00:00.000Z');
    expect(await date('2026-07-01 08:30')).toBe('2026-07-01T06:30:00.000Z');
    expect(await date('2026-07-01T08:30-04:00')).toBe('2026-07-01T12:30:00.000Z');
  });

  it.each([
    [['add', '   '], 'There is no text'],
    [['add', 'A', '--emoji', '🦊'], 'is not one of the emoji of an entry'],
    [['add', 'A', '--date', '2999-01-01'], 'is in the future'],
    [['add', 'A', '--date', 'someday'], 'is no date'],
    [['add', 'A', '--file', 'nothing.txt'], 'nothing.txt cannot be attached. There is no such file.'],
    [['add', 'x'.repeat(10_001)], 'The text has 10001 characters.'],
    [['search'], 'What do you search for?'],
    [['list', '--limit', 'many'], '--limit takes a number'],
    [['list', '--from', 'today', '--to', 'yesterday'], '--from is after --to.'],
    [['export', '--format', 'pdf'], 'The format is markdown or json'],
    [['done'], 'Which goal?'],
    [['done', 'no such goal'], 'No open goal matches'],
    [['queue', 'remove', '7'], 'Which entry?'],
  ])('%j is refused with exit code 2 before anything happens', async (args, message) => {
    const before = (await machine.entries(ada)).length;
    const { code, err } = await machine.run(args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(await machine.entries(ada)).toHaveLength(before);
  });

  it('names a file that the server does not store', async () => {
    writeFileSync(join(machine.home, 'tool.exe'), Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0xff, 0]));
    const { code, err } = await machine.run(['add', 'With a program', '-f', 'tool.exe']);
    expect([code, err]).toEqual([0, expect.stringContaining('! tool.exe: ')]);
  });
});

it('goals are listed, added and completed', async () => {
  await machine.run(['goals', 'Finish the importer', '--week']);
  await machine.run(['goals', 'Write the guide']);
  expect((await machine.run(['goals'])).out).toBe('1\tweekly\tFinish the importer\n2\t\tWrite the guide\n');
  expect((await machine.run(['done', 'the'])).err).toContain(
    '2 goals match "the":\n  1  Finish the importer\n  2',
  );
  expect((await machine.run(['done', 'importer'])).out).toBe('✓ Done: Finish the importer\n');
  expect((await machine.run(['done', '1'])).code).toBe(0);
  expect(await machine.json<Goal[]>(['goals'])).toEqual([]);
  expect((await machine.json<{ goals_completed: number }>(['week'])).goals_completed).toBe(2);
});

it('search finds words and #tags, and week shows the days from Monday', async () => {
  await write('Reviewed the pelican #birds', '2026-03-04T12:00:00Z');
  await write('Counted the pelicans', '2026-03-08T12:00:00Z');
  await write('Rested', '2026-03-09T12:00:00Z');
  expect((await machine.run(['search', 'pelican', '#birds'])).out).toBe(
    '2026-03-04\t13:00\t\tReviewed the pelican #birds\n',
  );
  expect((await machine.run(['week', '2026-03-05'])).out).toBe(
    '2026-03-04\t13:00\t\tReviewed the pelican #birds\n2026-03-08\t13:00\t\tCounted the pelicans\n',
  );
});

it('export writes everything in its order, over several pages', async () => {
  const bea = await world.signUp();
  const other = await world.machine();
  await other.signIn(bea);
  for (let n = 0; n < 130; n++)
    await bea.call('POST', '/api/check_ins', {
      content: `Entry ${n}\nmore`,
      created_at: new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString(),
    });
  expect((await other.run(['export', '-o', 'log.md'])).code).toBe(0);
  const text = readFileSync(join(other.home, 'log.md'), 'utf8');
  expect(text).toContain(
    '# Logbook\n\n## Thursday, January 1, 2026\n\n- 13:00 Entry 0\n  more\n- 13:01 Entry 1',
  );
  expect(text.match(/Entry \d+/g)).toEqual(Array.from({ length: 130 }, (_, n) => `Entry ${n}`));
  const json = (await other.run(['export', '--format', 'json'])).out;
  expect((JSON.parse(json) as CheckIn[]).map(({ content }) => content.length)).toHaveLength(130);
  expect((await other.run(['export', '-o', 'no/such/folder.md'])).code).toBe(4);
});

describe('text of the log', () => {
  const hostile =
    'Red \u001b[31malert\u001b[0m \u001b]0;title\u0007\u001b]52;c;cm0gLXJm\u0007 bell\u0007 back\b\b \u009b2J rtl \u202egnp.exe';

  it('reaches a terminal without anything that it would obey', async () => {
    const bea = await world.signUp();
    const other = await world.machine();
    await other.signIn(bea);
    await other.run(['add', 'A plain one']);
    // As another program could have stored it: the app itself refuses some of it.
    writeFileSync(join(other.home, 'text'), hostile);
    await other.run(['add'], { input: hostile });
    await other.run(['goals', hostile]);
    for (const args of [['list'], ['search', 'red'], ['week'], ['export'], ['goals'], ['list', '--json']]) {
      const { code, out } = await other.run(args);
      expect(code).toBe(0);
      expect(out).toMatch(/alert/);
      expect(out).not.toMatch(/[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      const shown = inTerminal(args, other, { NO_COLOR: '1' });
      expect(shown).toMatch(/alert/);
      expect(shown.replaceAll('\r\n', '\n')).not.toMatch(
        /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
      );
    }
  });

  it('has colors and lines of the width of the terminal only on a terminal', async () => {
    const bea = await world.signUp();
    const other = await world.machine();
    await other.signIn(bea);
    await other.run(['add', '日本語の長い文章'.repeat(12)]);
    const shown = inTerminal(['list'], other);
    expect(shown).toContain('\u001b[1m');
    expect(inTerminal(['list'], other, { NO_COLOR: '1' })).not.toContain('\u001b');
    const lines = shown.split('\r\n').filter((line) => line.includes('日') || line.includes('文'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines)
      expect([...line.matchAll(/\p{scx=Han}|\p{scx=Hira}/gu)].length).toBeLessThanOrEqual(25);
    expect((await other.run(['list'])).out.split('\n')).toHaveLength(2);
  });
});

describe('completion', () => {
  it('of bash offers commands, options, values and files', async () => {
    const script = (await machine.run(['completion', 'bash'])).out;
    const complete = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}
        COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
        compopt() { echo "compopt $*"; }
        _logbook; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .split('\n');
    expect(complete('logbook', 'lo')).toEqual(['login', 'logout']);
    expect(complete('logbook', 'goals', '--w')).toEqual(['--week']);
    expect(complete('logbook', 'add', '--date', 'y')).toEqual(['yesterday']);
    expect(complete('logbook', 'add', '--emoji', '')).toContain('🚀');
    expect(complete('logbook', 'add', '--file', '')).toContain('compopt -o default');
    expect(complete('logbook', 'completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it.each(['zsh', 'fish'])('of %s names every command', async (shell) => {
    const { out } = await machine.run(['completion', shell]);
    for (const name of ['login', 'add', 'search', 'goals', 'done', 'week', 'export', 'queue'])
      expect(out).toContain(name);
  });
});
