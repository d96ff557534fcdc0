import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import type { Packet, PacketRow } from '#features/packets/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { allScopes, connect, listen, withAssistant, type Assistant } from '#tests/support/assistants.ts';
import type { Caller } from '#tests/support/caller.ts';
import { limits } from '../../constants.ts';
import { inputs, operations, type ToolName } from '../../contract.ts';
import { listedTools, tools } from './tools.ts';

type Entry = { id: string; date: string; text?: string; quoted_from_others?: string; full_length?: number };
type Page = { time_zone: string; entries: Entry[]; next: string | null; found?: number };

let app: TestApp;
let url: URL;
let user: Caller;
let token: string;
let use: Assistant['use'];
beforeAll(async () => {
  app = await startApp();
  url = await listen(app);
});
afterAll(() => app.close());
// A token has few writes a minute.
beforeEach(async () => {
  ({ user, token, use } = await withAssistant(app, url));
});

const write = async (content: string, created_at?: string, caller = user) =>
  (await caller.call<CheckIn>('POST /api/check_ins', { body: { content, created_at } })).json;
const addGoal = async (text: string) =>
  (await user.call<Goal>('POST /api/goals', { body: { id: newId(), text } })).json;
const openGoals = async () => (await user.call<{ rows: Goal[] }>('GET /api/goals')).json.rows;
const entriesOf = async () => (await user.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;
const bySource = { source: 'mcp', source_name: 'Claude' };
const liveIn = (zone: string) =>
  app.database.asOwner((db) =>
    db.query('update profiles set time_zone = $2 where user_id = $1', [user.userId, zone]),
  );

describe('the tools', () => {
  it('are these, with these scopes', () => {
    expect(tools.map(({ name, scopes, changes }) => [name, scopes.join(' '), changes])).toEqual([
      ['add_entry', 'entries:write', true],
      ['suggest_entry', 'suggestions:write', true],
      ['search_entries', 'log:read', false],
      ['read_period', 'log:read', false],
      ['read_entry', 'log:read', false],
      ['week_summary', 'log:read', false],
      ['list_goals', 'log:read', false],
      ['add_goal', 'goals:write', true],
      ['complete_goal', 'goals:write', true],
      ['draft_packet', 'log:read entries:write', true],
    ]);
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort());
  });

  it('reach nothing that shares, sends, publishes, deletes or changes an account', () => {
    for (const [key, { scope, summary }] of Object.entries(operations)) {
      expect(key).toMatch(/^(GET|POST) \/api\/(capture|suggestions|check_ins|goals|packets)\b/);
      expect(`${key} ${summary}`).not.toMatch(/shar|send|email|publish|link|delet|account|token|profile/i);
      expect(allScopes).toContain(scope);
    }
  });

  it('describe what other people wrote, and are small to read', () => {
    const listed = listedTools(allScopes);
    expect(listed.find(({ name }) => name === 'week_summary')!.description).toContain('quoted_from_others');
    for (const tool of listed) expect(tool.inputSchema).toMatchObject({ additionalProperties: false });
    expect(JSON.stringify(listed).length).toBeLessThan(8_000);
  });
});

describe('a token', () => {
  const valid: Record<ToolName, object> = {
    add_entry: { text: 'Written by an assistant' },
    suggest_entry: { text: 'Suggested by an assistant' },
    search_entries: { query: 'a' },
    read_period: { from: '2026-01-01', to: '2026-01-31' },
    read_entry: { id: newId() },
    week_summary: {},
    list_goals: {},
    add_goal: { text: 'A goal' },
    complete_goal: { id: newId() },
    draft_packet: { from: '2026-01-01', to: '2026-01-31' },
  };

  it.each(allScopes)('with the scope %s alone sees and uses only its tools', async (scope) => {
    const other = await withAssistant(app, url, { scopes: [scope] });
    const own = tools
      .filter(({ scopes }) => scopes.every((needed) => needed === scope))
      .map(({ name }) => name);
    expect(await other.names()).toEqual(own);
    for (const { name } of tools) {
      const { isError, text } = await other.use(name, valid[name]);
      const isRefused = text.startsWith(`This token may not use ${name}.`);
      expect([name, isRefused]).toEqual([name, !own.includes(name)]);
      // Nothing has these ids.
      expect([name, isError]).toEqual([name, isRefused || /^(read_entry|complete_goal)$/.test(name)]);
    }
    user = other.user;
    expect(await entriesOf()).toHaveLength(scope === 'entries:write' ? 1 : 0);
    expect(await openGoals()).toHaveLength(scope === 'goals:write' ? 1 : 0);
  });

  it('reaches no data of other users', async () => {
    const other = await app.signUp('Bo Other');
    const entry = await write('Canary of Bo', undefined, other);
    const goal = await other.call<Goal>('POST /api/goals', { body: { id: newId(), text: 'Canary of Bo' } });
    expect((await use('read_entry', { id: entry.id })).text).toBe('There is nothing here.');
    expect((await use('complete_goal', { id: goal.json.id })).text).toBe('There is nothing here.');
    for (const name of ['search_entries', 'read_period', 'week_summary', 'list_goals'] as const)
      expect(
        (await use(name, name === 'search_entries' ? { query: 'canary' } : valid[name])).text,
      ).not.toContain('Canary');
  });

  it('has 60 changes a minute, after which the tool says when to try again, and another token goes on', async () => {
    const texts: string[] = [];
    for (let n = 0; n < 62; n++) texts.push((await use('add_goal', { text: ' ' })).text);
    expect(texts.filter((text) => text.startsWith('Goal required'))).toHaveLength(60);
    expect(texts.at(-1)).toMatch(/^Too many requests\. Please wait a moment\. Try again in \d+ seconds\.$/);
    const other = await connect(url, (await createApiToken(user, { scopes: allScopes })).token);
    expect((await other.use('add_goal', { text: 'Goes on' })).isError).toBe(false);
    expect((await use('list_goals')).isError).toBe(false);
  });
});

describe('suggest_entry', () => {
  it('adds a suggestion once, which is no entry until the user accepts it (R-O1)', async () => {
    const input = { text: 'Fixed the build #ci', date: '2026-03-04', reason: 'You said so', group: 'acme' };
    expect((await use('suggest_entry', input)).result).toMatchObject({ outcome: 'added' });
    expect((await use('suggest_entry', input)).result).toMatchObject({ outcome: 'known' });
    expect(await entriesOf()).toEqual([]);
    const { json: inbox } = await user.call<{ rows: object[] }>('GET /api/suggestions');
    expect(inbox.rows).toMatchObject([
      { source: 'mcp', content: 'Fixed the build #ci', reason: 'You said so', group: 'acme' },
    ]);
    expect((await use('suggest_entry', { text: ' ' })).text).toBe('The text is empty.');
  });
});

describe('add_entry', () => {
  it('adds an entry that names the assistant and the token (R-N2), with its tags, emoji and date', async () => {
    await liveIn('Asia/Tokyo');
    const added = await use<{ id: string; url: string; date: string }>('add_entry', {
      text: 'Shipped the importer #release',
      emoji: '🚀',
      date: '2026-01-05',
    });
    expect(added.result).toMatchObject({ date: '2026-01-05T12:00:00+09:00', time_zone: 'Asia/Tokyo' });
    expect(await entriesOf()).toMatchObject([
      { id: added.result.id, content: 'Shipped the importer #release', emoji: '🚀', ...bySource },
    ]);
  });

  it('cannot be imitated by a script, whose entries name the API', async () => {
    const body = { text: 'By a script' };
    await callWith(app, token)('POST /api/capture', { body, headers: { 'x-logbook-via': 'mcp' } });
    expect(await entriesOf()).toMatchObject([{ source: 'api', source_name: 'Claude' }]);
  });

  it.each([
    [{ text: '' }, /^Content required\./],
    [{ text: 'x'.repeat(10_001) }, /^Content too long\./],
    [{ text: 'A', date: '2999-01-01' }, /^Invalid date\./],
    [{ text: 'A', date: 'yesterday' }, /^The input is not as expected\. date: /],
    [{ text: 'A', emoji: '🦊' }, /^The input is not as expected\. emoji: /],
    [{}, /^The input is not as expected\. text: /],
    [{ text: 'A', manager_email: 'bo@example.com' }, /^The input is not as expected\. .*manager_email/],
    [{ text: 'A', user_id: newId() }, /^The input is not as expected\. .*user_id/],
  ])('refuses %o with a sentence, and writes nothing', async (input, sentence) => {
    const { isError, text } = await use('add_entry', input);
    expect([isError, text]).toEqual([true, expect.stringMatching(sentence)]);
    expect(await entriesOf()).toEqual([]);
  });
});

describe('reading entries', () => {
  it('is paged, newest first, in the time zone of the user', async () => {
    await liveIn('America/New_York');
    for (let day = 1; day <= limits.page + 5; day++)
      await write(`Day ${day}`, `2026-03-${String(day).padStart(2, '0')}T02:00:00Z`);
    const days = { from: '2026-02-28', to: '2026-03-31' };
    const first = await use<Page>('read_period', days);
    expect(first.result.time_zone).toBe('America/New_York');
    expect(first.result.entries[0]).toMatchObject({
      text: `Day ${limits.page + 5}`,
      date: '2026-03-24T22:00:00-04:00',
    });
    expect(first.result.entries).toHaveLength(limits.page);
    const second = await use<Page>('read_period', { ...days, next: first.result.next });
    expect(second.result.entries.map(({ text }) => text)).toEqual([5, 4, 3, 2, 1].map((day) => `Day ${day}`));
    expect(second.result.next).toBeNull();
    // March 1 in UTC is still February 28 in New York.
    const oneDay = await use<Page>('read_period', { from: '2026-02-28', to: '2026-02-28' });
    expect(oneDay.result.entries).toMatchObject([{ text: 'Day 1', date: '2026-02-28T21:00:00-05:00' }]);
  });

  it('searches words and tags, and counts what it found', async () => {
    await write('Importer done #release');
    await write('Importer begun');
    const found = await use<Page>('search_entries', { query: 'importer #release' });
    expect(found.result).toMatchObject({
      found: 1,
      entries: [{ text: 'Importer done #release' }],
      next: null,
    });
    expect((await use<Page>('search_entries', { query: 'importer' })).result.found).toBe(2);
    expect((await use('search_entries', { query: 'a', next: 'nonsense' })).text).toContain('before');
  });

  it('cuts long texts in lists, and has all of one entry', async () => {
    const { id } = await write('x'.repeat(5_000));
    const { result } = await use<Page>('search_entries', {});
    expect(result.entries[0]).toMatchObject({ text: `${'x'.repeat(limits.excerpt)}…`, full_length: 5_000 });
    const whole = await use<{ entry: Entry }>('read_entry', { id });
    expect(whole.result.entry.text).toBe('x'.repeat(5_000));
  });

  it('leaves out addresses, and what is in the bin', async () => {
    await user.call('POST /api/check_ins', {
      body: { content: 'Shared', manager_email: 'boss@example.com' },
    });
    const gone = await write('Deleted');
    await user.call('DELETE /api/check_ins/:id', { params: { id: gone.id } });
    const { text } = await use('search_entries', {});
    expect(text).toContain('Shared');
    expect(text).not.toMatch(/boss@example|Deleted/);
  });
});

describe('goals', () => {
  it('are added, listed in pages and completed, which adds a marked entry', async () => {
    const added = await use<{ goal: { id: string } }>('add_goal', {
      text: 'Write the report',
      cadence: 'weekly',
      period_start: '2026-11-23',
    });
    expect(added.result.goal).toMatchObject({ text: 'Write the report', cadence: 'weekly' });
    for (let n = 0; n < limits.page; n++) await addGoal(`Goal ${n}`);
    const first = await use<{ goals: { text: string }[] }>('list_goals');
    expect(first.result).toMatchObject({ open: limits.page + 1, next_page: 2 });
    expect(first.result.goals[0]).toMatchObject({ text: 'Write the report', period_start: '2026-11-23' });
    const second = await use<{ goals: { text: string }[] }>('list_goals', { page: 2 });
    expect(second.result).toMatchObject({ goals: [{ text: `Goal ${limits.page - 1}` }], next_page: null });
    const { id } = added.result.goal;
    const done = await use<{ entry_id: string }>('complete_goal', { id });
    expect(await entriesOf()).toMatchObject([
      { id: done.result.entry_id, content: 'Write the report', kind: 'goal', ...bySource },
    ]);
    // Completing it again adds nothing.
    expect((await use('complete_goal', { id })).result).toMatchObject({ entry_id: done.result.entry_id });
    expect(await entriesOf()).toHaveLength(1);
  });
});

describe('a packet draft', () => {
  it('has the suggestion for the period, and is not published', async () => {
    await write('First #launch', '2026-02-01T12:00:00Z');
    await write('Second #launch', '2026-02-02T12:00:00Z');
    await write('Another year', '2025-02-02T12:00:00Z');
    const made = await use<{ id: string }>('draft_packet', {
      from: '2026-01-01',
      to: '2026-06-30',
      title: 'First half',
    });
    expect(made.result).toMatchObject({ title: 'First half', items: 2, left_out: 0 });
    const { json } = await user.call<Packet>('GET /api/packets/:id', { params: { id: made.result.id } });
    expect(json).toMatchObject({ title: 'First half', version: null, link: null });
    expect(json.draft.groups.map(({ title }) => title)).toEqual(['#launch']);
    const rows = await user.call<{ rows: PacketRow[] }>('GET /api/packets');
    expect(rows.json.rows).toHaveLength(1);
  });

  it('is refused for a period that ends before it begins', async () => {
    const { isError, text } = await use('draft_packet', { from: '2026-02-01', to: '2026-01-01' });
    expect([isError, /[.]$/.test(text)]).toEqual([true, true]);
  });
});
