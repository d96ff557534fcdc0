import { afterEach, expect, test, vi } from 'vitest';
import { postForm } from './post-form.ts';

afterEach(() => vi.unstubAllGlobals());

const refusal = { code: 'invalid_email', title: 'Check the address.' };

test.each([
  ['accepted', () => Response.json({ sent: true }), null],
  ['refused', () => Response.json(refusal, { status: 400 }), refusal],
  ['refused as the last client error', () => Response.json(refusal, { status: 499 }), refusal],
  ['answered by a broken server', () => Response.json(refusal, { status: 500 }), {}],
  ['refused without JSON', () => new Response('<html>', { status: 404 }), {}],
  ['sent without a connection', () => Promise.reject(new TypeError('Failed to fetch')), {}],
])('a form that is %s resolves with what the server said about it', async (_how, respond, outcome) => {
  const send = vi.fn<typeof fetch>(async () => respond());
  vi.stubGlobal('fetch', send);
  expect(await postForm('/api/tips', { email: 'ada@example.com' })).toEqual(outcome);
  expect(send).toHaveBeenCalledWith(
    '/api/tips',
    expect.objectContaining({ method: 'POST', body: '{"email":"ada@example.com"}' }),
  );
});
