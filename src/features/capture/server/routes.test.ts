import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import type { operations } from '../contract.ts';

type Captured = ResponseOf<(typeof operations)['POST /api/capture']> & ProblemBody;

let app: TestApp;
let ada: Caller;
let call: ReturnType<typeof callWith>;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Each test has its own user, because a token has few writes a minute. */
async function signUp() {
  ada = await app.signUp();
  call = callWith(app, (await createApiToken(ada, { name: 'Kitchen', scopes: ['entries:write'] })).token);
}

const text = (body: string, headers: Record<string, string> = {}) =>
  call<Captured>('POST /api/capture', { body, headers: { 'content-type': 'text/plain', ...headers } });
const json = (body: unknown, headers: Record<string, string> = {}) =>
  call<Captured>('POST /api/capture', { body, headers });
const form = (fields: Record<string, string | File[]>, headers: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const part of [value].flat()) data.append(name, part);
  return call<Captured>('POST /api/capture', { form: data, headers });
};
const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);
const entries = async () => (await ada.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;
const filesOf = async (id: string) =>
  (await ada.call<{ rows: LogFile[] }>('GET /api/log_files', { query: { check_in_id: id } })).json.rows;

describe('POST /api/capture', () => {
  it('adds plain text as an entry, with its tags and emoji, and returns its address', async () => {
    await signUp();
    const { status, json: made } = await text('🚀 Shipped the importer #release\nIn two parts.');
    expect(status).toBe(200);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      id: made.id,
      content: 'Shipped the importer #release\nIn two parts.',
      emoji: '🚀',
      created_at: made.created_at,
    });
    const day = made.created_at.slice(0, 10);
    expect(made).toEqual({
      id: entry!.id,
      url: `${app.config.appUrl}/?from=${day}&to=${day}`,
      created_at: entry!.created_at,
      files: [],
    });
    const found = await ada.call<{ rows: CheckIn[] }>('GET /api/check_ins/search', {
      query: { tag: 'release' },
    });
    expect(found.json.rows).toHaveLength(1);
  });

  it('takes JSON with a date and an emoji', async () => {
    await signUp();
    expect((await json({ text: 'Yesterday', emoji: '🎯', date: '2026-01-05' })).status).toBe(200);
    expect((await json({ text: 'At eight', date: '2026-01-06T08:00:00+01:00' })).status).toBe(200);
    expect(await entries()).toMatchObject([
      { content: 'At eight', emoji: null, created_at: '2026-01-06T07:00:00.000Z' },
      { content: 'Yesterday', emoji: '🎯', created_at: '2026-01-05T12:00:00.000Z' },
    ]);
  });

  it('says on the entry that it came by the token, for its owner only (R-N2)', async () => {
    await signUp();
    await text('By a script');
    await ada.call('POST /api/check_ins', { body: { content: 'In the app' } });
    expect(await entries()).toMatchObject([
      { content: 'In the app', source: null, source_name: null },
      { content: 'By a script', source: 'api', source_name: 'Kitchen' },
    ]);
  });

  it('takes a form with files, and stores them in its order', async () => {
    await signUp();
    const files = [file('one.txt', 'The first'), file('two.txt', 'The second')];
    const { status, json: made } = await form({ text: 'With files', file: files });
    expect(status).toBe(200);
    expect(made.files).toEqual([
      { name: 'one.txt', stored: true, problem: null },
      { name: 'two.txt', stored: true, problem: null },
    ]);
    expect((await filesOf(made.id)).map(({ file_name }) => file_name)).toEqual(['one.txt', 'two.txt']);
    expect((await entries())[0]).toMatchObject({ content: 'With files', file_count: 2, missing_files: [] });
  });

  it('takes a form without files', async () => {
    await signUp();
    expect((await form({ text: 'Only text', date: '2026-02-03' })).status).toBe(200);
    expect((await entries())[0]).toMatchObject({
      content: 'Only text',
      created_at: '2026-02-03T12:00:00.000Z',
    });
  });

  it('saves the entry and the other files when one is refused, and names it on the entry (R-B4)', async () => {
    await signUp();
    const { json: made } = await form({
      text: 'With a bad file',
      file: [
        file('tool.exe', Uint8Array.from([0x4d, 0x5a, 0, 1, 2, 3, 0xff, 0])),
        file('large.txt', new Uint8Array(entryLimits.fileBytes + 5).fill(65)),
        file('empty.txt', ''),
        file('good.txt', 'Good'),
      ],
    });
    expect(made.files.map(({ name, stored, problem }) => [name, stored, problem?.code])).toEqual([
      ['tool.exe', false, 'file_type_refused'],
      ['large.txt', false, 'file_too_large'],
      ['empty.txt', false, 'file_empty'],
      ['good.txt', true, undefined],
    ]);
    const [entry] = await entries();
    expect(entry!.file_count).toBe(1);
    expect(entry!.missing_files.map(({ name }) => name)).toEqual(['tool.exe', 'large.txt', 'empty.txt']);
  });

  it('keeps as many files as an entry can have, and names the others', async () => {
    await signUp();
    const files = Array.from({ length: entryLimits.files + 2 }, (_, n) => file(`${n}.txt`, `File ${n}`));
    const { json: made } = await form({ text: 'Many', file: files });
    expect(made.files.map(({ problem }) => problem?.code).filter(Boolean)).toEqual([
      'too_many_files',
      'too_many_files',
    ]);
    expect((await entries())[0]!.file_count).toBe(entryLimits.files);
  });

  it.each([
    ['no text', () => json({ text: ' \n ' }), 'content_required'],
    ['no body', () => json(undefined), 'content_required'],
    ['too long a text', () => text('x'.repeat(entryLimits.content + 1)), 'content_too_long'],
    ['a future date', () => json({ text: 'A', date: '2999-01-01' }), 'invalid_date'],
    ['a malformed date', () => json({ text: 'A', date: 'yesterday' }), 'invalid_input'],
    ['another emoji', () => json({ text: 'A', emoji: '🦊' }), 'invalid_input'],
    ['an unknown field', () => json({ text: 'A', manager_email: 'bo@example.com' }), 'invalid_input'],
    ['an unknown field of a form', () => form({ text: 'A', teammate: 'bo@example.com' }), 'invalid_input'],
    ['a form without text', () => form({ file: [file('a.txt', 'A')] }), 'invalid_input'],
    ['a long text', () => text('x'.repeat(200_000)), 'too_large'],
    ['an invalid key', () => text('A', { 'idempotency-key': 'ä' }), 'invalid_key'],
    ['another media type', () => text('A', { 'content-type': 'image/png' }), 'wrong_media_type'],
  ])('refuses %s, and writes nothing', async (_what, send, code) => {
    await signUp();
    expect((await send()).json.code).toBe(code);
    expect(await entries()).toEqual([]);
  });

  it('is not opened to other origins', async () => {
    await signUp();
    const { headers } = await text('A', { origin: 'https://evil.example' });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const withCookies = await ada.call<ProblemBody>('POST /api/capture', {
      body: 'A',
      headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    });
    expect(withCookies.json.code).toBe('wrong_origin');
  });

  it('is refused to a token that may only read', async () => {
    await signUp();
    call = callWith(app, (await createApiToken(ada, { scopes: ['log:read', 'goals:write'] })).token);
    expect((await text('A')).json.code).toBe('beyond_token');
  });
});

describe('an Idempotency-Key', () => {
  it('adds one entry and its files, however often and however parallel the request is sent', async () => {
    await signUp();
    const key = { 'idempotency-key': 'a-shortcut-7' };
    const files = [file('one.txt', 'One'), file('two.txt', 'Two')];
    const first = await form({ text: 'Once', file: files }, key);
    const again = await Promise.all(
      Array.from({ length: 5 }, () => form({ text: 'Once', file: files }, key)),
    );
    for (const { json: made } of again) expect(made).toEqual(first.json);
    const [entry, ...others] = await entries();
    expect([entry!.file_count, entry!.missing_files, others]).toEqual([2, [], []]);
  });

  it('is refused for another text', async () => {
    await signUp();
    const key = { 'idempotency-key': '1' };
    await text('One', key);
    const { status, json: refused } = await text('Two', key);
    expect([status, refused.code]).toEqual([409, 'key_reused']);
    expect(await entries()).toHaveLength(1);
  });

  it('means something else for another user', async () => {
    await signUp();
    const key = { 'idempotency-key': '1' };
    const first = await text('Mine', key);
    await signUp();
    const second = await text('Theirs', key);
    expect(second.status).toBe(200);
    expect(second.json.id).not.toBe(first.json.id);
  });
});
