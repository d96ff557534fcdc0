import { expect, test } from 'vitest';
import { apiTokenLimits } from '#platform/http/api-token-limits.ts';
import { attack, type Arena, type Person } from './support/attack.ts';

const parallel = 60;
const host = 'localhost';
const accept = 'application/json, text/event-stream';

/** Two tokens: the attack continues with the second while the first waits for its minute. */
async function tokensOf(arena: Arena, { from, headers }: Person): Promise<string[]> {
  const create = async (name: string) => {
    const json = { name, scopes: ['entries:write', 'suggestions:write', 'log:read', 'goals:write'] };
    const reply = await arena.send('/api/api_tokens', { from, headers, json });
    expect(reply.status).toBe(200);
    return (reply.json() as { token: string }).token;
  };
  return [await create('One'), await create('Two')];
}

const call = (name: string, given: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: given },
});
const messages = [
  { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  call('search_entries', { query: 'zeppelin' }),
  call('read_period', { from: '2000-01-01', to: '2030-01-01' }),
  call('week_summary', {}),
  call('draft_packet', { from: '2020-01-01', to: '2029-12-31' }),
  call('add_entry', { text: 'x'.repeat(9_000) }),
  call('add_goal', { text: 'x'.repeat(100_000) }),
  { jsonrpc: '2.0', id: 1, method: 'x'.repeat(100_000) },
  Array.from({ length: 400 }, () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' })),
];

test('many parallel messages of one assistant do not slow down other users', async () => {
  const problems = await attack({
    async prepare(arena) {
      const person = await arena.person(0);
      return { person, tokens: await tokensOf(arena, person) };
    },
    async wave(arena, { person: { from }, tokens }, number) {
      const send = async (index: number) => {
        const headers = { host, accept, authorization: `Bearer ${tokens[(number + index) % tokens.length]}` };
        const { status } = await arena.send('/mcp', {
          from,
          headers,
          json: messages[index % messages.length],
        });
        arena.count(`status ${status}`);
      };
      await Promise.all(Array.from({ length: parallel }, (_, index) => send(index)));
    },
    async after(arena) {
      const known = ['status 200', 'status 400', 'status 404', 'status 429', 'status 503', 'waves'];
      expect(known).toEqual(expect.arrayContaining(Object.keys(arena.counts)));
      expect(arena.counts['status 200']).toBeGreaterThan(0);
      expect(arena.counts['status 200']).toBeLessThanOrEqual(4 * apiTokenLimits.reads.max);
    },
  });
  expect(problems).toEqual([]);
});
