import { expect, it, vi } from 'vitest';
import { client } from './client.ts';
import { sendAfter } from './send-after.ts';
import { readyToSend } from './send-gate.ts';

const key = 'POST /renew';
const call = client<{ [name: `${'GET' | 'POST'} /${string}`]: never }>() as (
  key: string,
  input: object,
) => Promise<unknown>;

it('calls wait for the first one, fail as it does, and start it again until it succeeds', async () => {
  const sent: string[] = [];
  const statuses = [503, 200];
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path);
    return Promise.resolve(Response.json({}, { status: path === '/renew' ? statuses.shift()! : 200 }));
  });
  sendAfter(async () => void (await call(key, {})), key);
  const failed = await Promise.allSettled([call('GET /one', {}), call('GET /two', {})]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sent).toEqual(['/renew']);
  await Promise.all([call('GET /three', {}), call('GET /four', {})]);
  expect(sent).toEqual(['/renew', '/renew', '/three', '/four']);
  expect(readyToSend()).toBeUndefined();
  vi.unstubAllGlobals();
});
