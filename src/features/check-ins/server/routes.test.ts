import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import type { CheckIn } from '../contract.ts';
import type { MonthCount } from '../count-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Page = { rows: CheckIn[]; next: string | null };
type Months = { months: MonthCount[]; as_of: string };

function write(caller: Caller, body: object) {
  return caller.call<CheckIn & ProblemBody>('POST /api/check_ins', {
    body: { id: newId(), content: 'did it', ...body },
  });
}

describe('creating a check-in', () => {
  it('stores content, emoji and date, and sets recorded_at (R-B1)', async () => {
    const ada = await app.signUp();
    const { status, json } = await write(ada, {
      content: '  Cut the run from 41 minutes to 6.\n\nFinance closed early.  ',
      emoji: '🚀',
      created_at: '2024-02-29T23:30:00+02:00',
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      user_id: ada.userId,
      kind: 'entry',
      content: 'Cut the run from 41 minutes to 6.\n\nFinance closed early.',
      emoji: '🚀',
      created_at: '2024-02-29T21:30:00.000Z',
      file_count: 0,
      missing_files: [],
    });
    expect(Date.now() - Date.parse(json.recorded_at)).toBeLessThan(60_000);
    expect((await ada.call('GET /api/check_ins/:id', { params: { id: json.id } })).json).toEqual(json);
  });

  it('is idempotent: 20 concurrent requests with the same id return the same entry', async () => {
    const ada = await app.signUp();
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(ada, { id, content: 'once' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json))).size).toBe(1);
    expect((await ada.call<Page>('GET /api/check_ins')).json.rows).toHaveLength(1);
  });

  it('refuses different content, emoji or files under an existing id', async () => {
    const ada = await app.signUp();
    const id = newId();
    const file = { id: newId(), name: 'a.txt', size: 1 };
    const { json } = await write(ada, { id, content: 'begun', emoji: '🚀', files: [file] });
    for (const other of [
      { content: 'begun, and continued in another tab', emoji: '🚀', files: [file] },
      { content: 'begun', files: [file] },
      { content: 'begun', emoji: '🚀', files: [file, { ...file, id: newId() }] },
    ]) {
      expect((await write(ada, { id, ...other })).json.code).toBe('id_taken');
    }
    expect((await write(ada, { id, content: ' begun\n', emoji: '🚀', files: [file] })).json).toEqual(json);
  });

  it("refuses another user's id without revealing that user's entry", async () => {
    const [ada, bob] = [await app.signUp('Ada'), await app.signUp('Bob')];
    const { json: hers } = await write(ada, { content: 'hers alone' });
    const answer = await write(bob, { id: hers.id });
    expect(answer.json.code).toBe('id_taken');
    expect(answer.text).not.toContain('hers alone');
  });

  it.each([
    ['no content', { content: '' }, 'content_required'],
    ['blank content', { content: ' \n\t\u00a0' }, 'content_required'],
    ['only zero bytes', { content: '\0\0' }, 'content_required'],
    ['10,001 characters', { content: 'x'.repeat(10_001) }, 'content_too_long'],
    ['a date in the future', { created_at: new Date(Date.now() + hourMs).toISOString() }, 'invalid_date'],
    ['a date before 1900', { created_at: '1776-07-04T00:00:00Z' }, 'invalid_date'],
    ['a malformed date', { created_at: 'yesterday' }, 'invalid_input'],
    ['an emoji that is not in the picker', { emoji: '🍕' }, 'invalid_input'],
    [
      '11 files',
      { files: Array.from({ length: 11 }, () => ({ id: newId(), name: 'a.txt', size: 1 })) },
      'too_many_files',
    ],
    ['a malformed id', { id: '7' }, 'invalid_input'],
    ['another owner', { user_id: newId() }, 'another_user', 403],
    ['content of another type', { content: ['x'] }, 'invalid_input'],
  ])('refuses %s', async (_what, body, code, status = 400) => {
    const ada = await app.signUp();
    const answer = await write(ada, body);
    expect(answer.json.code).toBe(code);
    expect(answer.status).toBe(status);
    expect((await ada.call<Page>('GET /api/check_ins')).json.rows).toEqual([]);
  });

  it('stores 10,000 characters of any script and returns them unchanged', async () => {
    const ada = await app.signUp();
    const content = '👩🏽‍💻'.repeat(1428) + '中文 עברית';
    expect((await write(ada, { content })).json.content).toBe(content);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), async (text) => {
        const answer = await write(ada, { content: text });
        const stored = normalizeText(text);
        expect(answer.json.content ?? answer.json.code).toBe(stored === '' ? 'content_required' : stored);
      }),
      { numRuns: 60 },
    );
  });
});

describe('invalid request bodies', () => {
  it.each([
    ['malformed JSON', { 'content-type': 'application/json' }, '{"id":', 400, 'invalid_input'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'content=x', 415, 'wrong_media_type'],
    ['plain text', { 'content-type': 'text/plain' }, '{"content":"x"}', 400, 'invalid_input'],
    ['a prototype', { 'content-type': 'application/json' }, '{"__proto__":{"a":1}}', 400, 'invalid_input'],
    [
      'more than 256 kB',
      { 'content-type': 'application/json' },
      JSON.stringify({ content: 'x'.repeat(270_000) }),
      413,
      'too_large',
    ],
  ])('are refused: %s', async (_what, headers, payload, status, code) => {
    const ada = await app.signUp();
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/check_ins',
      cookies: ada.cookies,
      headers: { origin: app.config.appUrl, ...headers },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, status, request_id: expect.any(String) });
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});

describe('the timeline', () => {
  it('is paginated newest first without repeated or lost rows, even if dates are equal', async () => {
    const ada = await app.signUp();
    const written: string[] = [];
    for (let i = 0; i < 23; i++) {
      const { json } = await write(ada, {
        content: `n${i}`,
        created_at: `2025-03-0${1 + (i % 5)}T10:00:00.000Z`,
      });
      written.push(json.id);
    }
    const seen: CheckIn[] = [];
    let before: string | undefined;
    do {
      const { json } = await ada.call<Page>('GET /api/check_ins', { query: { limit: 4, before } });
      seen.push(...json.rows);
      before = json.next ?? undefined;
    } while (before);
    expect(seen.map((row) => row.id).toSorted()).toEqual(written.toSorted());
    const order = seen.map((row) => `${row.created_at} ${row.id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('returns the entries of one month by its bounds', async () => {
    const ada = await app.signUp();
    for (const at of [
      '2025-01-31T23:59:59.999Z',
      '2025-02-01T00:00:00Z',
      '2025-02-28T23:59:59Z',
      '2025-03-01T00:00:00Z',
    ])
      await write(ada, { created_at: at });
    const { json } = await ada.call<Page>('GET /api/check_ins', {
      query: { from: '2025-02-01T00:00:00Z', to: '2025-03-01T00:00:00Z' },
    });
    expect(json.rows.map((row) => row.created_at.slice(0, 10))).toEqual(['2025-02-28', '2025-02-01']);
  });

  it("counts months in the viewer's time zone, with 13 parts of each (R-B9)", async () => {
    const ada = await app.signUp();
    await write(ada, { created_at: '2025-12-31T23:30:00Z' });
    await write(ada, { created_at: '2025-12-01T12:00:00Z' });
    const months = async (timezone: string) =>
      (await ada.call<Months>('GET /api/check_ins/months', { query: { timezone } })).json.months;
    expect((await months('UTC')).map(({ month, count }) => [month, count])).toEqual([['2025-12', 2]]);
    const vienna = await months('Europe/Vienna');
    expect(vienna.map(({ month, count }) => [month, count])).toEqual([
      ['2026-01', 1],
      ['2025-12', 1],
    ]);
    expect(vienna[0]!.activity).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const bad = await ada.call<ProblemBody>('GET /api/check_ins/months', {
      query: { timezone: "UTC'; drop table x" },
    });
    expect(bad.json.code).toBe('invalid_input');
  });

  it.each([
    ['nonsense'],
    ['2025-01-01T00:00:00Z~nonsense'],
    ['~'],
    ['2025-01-01T00:00:00Z'],
    ['2025-01-01T00:00:00.000Z~------------------------------------'],
    ['2025-02-31T99:00:00.000Z~0190a3c0-0000-7000-8000-000000000000'],
    ['0000-01-01T00:00:00.000Z~0190a3c0-0000-7000-8000-000000000000'],
    ['+275760-09-13T00:00:00.000Z~0190a3c0-0000-7000-8000-000000000000'],
  ])('refuses the cursor %s', async (before) => {
    const ada = await app.signUp();
    const answer = await ada.call<ProblemBody>('GET /api/check_ins', { query: { before } });
    expect(answer.json.code).toBe('invalid_input');
  });

  it.each([
    ['/api/check_ins?from=0000-01-01T00:00:00Z'],
    ['/api/check_ins?to=0000-01-01T00:00:00Z'],
    ['/api/check_ins/changes?since=0000-01-01T00:00:00Z'],
  ])('refuses %s, because PostgreSQL has no year 0', async (path) => {
    const ada = await app.signUp();
    expect((await ada.call<ProblemBody>(`GET ${path}`)).json.code).toBe('invalid_input');
  });

  it.each([['0'], ['101'], ['-1'], ['1.5'], ['many']])('refuses the page size %s', async (limit) => {
    const ada = await app.signUp();
    const answer = await ada.call<ProblemBody>('GET /api/check_ins', { query: { limit } });
    expect(answer.json.fields?.[0]?.path).toBe('querystring.limit');
  });

  it('lists the changes since an earlier response', async () => {
    const ada = await app.signUp();
    const { json: start } = await ada.call<Months>('GET /api/check_ins/months', {
      query: { timezone: 'UTC' },
    });
    const { json: entry } = await write(ada, { created_at: '2020-01-01T00:00:00Z' });
    const { json } = await ada.call<{ rows: CheckIn[]; too_many: boolean; as_of: string }>(
      'GET /api/check_ins/changes',
      {
        query: { since: start.as_of },
      },
    );
    expect(json.rows.map((row) => row.id)).toEqual([entry.id]);
    expect(json.too_many).toBe(false);
    expect(Date.parse(json.as_of)).toBeGreaterThanOrEqual(Date.parse(start.as_of));
  });
});

describe('missing files', () => {
  it('are stored with sanitized names', async () => {
    const ada = await app.signUp();
    const names = ['a\0b.txt', 'half an emoji \ud83d.txt', '../../etc/passwd', 'gpj.\u202eexe'];
    const { json } = await write(ada, { files: names.map((name) => ({ id: newId(), name, size: 1 })) });
    expect(json.missing_files.map(({ name }) => name)).toEqual([
      'ab.txt',
      'half an emoji .txt',
      'passwd',
      'gpj.exe',
    ]);
  });

  it('are listed on the entry until they are removed (R-B4)', async () => {
    const ada = await app.signUp();
    const files = [
      { id: newId(), name: 'lost.pdf', size: 12 },
      { id: newId(), name: 'kept.png', size: 3 },
    ];
    const { json } = await write(ada, { files });
    expect(json.missing_files).toEqual(files.map((file, position) => ({ ...file, position })));
    const drop = () =>
      ada.call<CheckIn>('DELETE /api/check_ins/:id/missing_files/:file_id', {
        params: { id: json.id, file_id: files[0]!.id },
      });
    expect((await drop()).json.missing_files).toEqual([{ ...files[1], position: 1 }]);
    expect((await drop()).json.missing_files).toEqual([{ ...files[1], position: 1 }]);
  });
});

describe('responses', () => {
  const unpack: Record<string, (bytes: Buffer) => Buffer> = {
    zstd: zstdDecompressSync,
    br: brotliDecompressSync,
    gzip: gunzipSync,
  };

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br, gzip', 'br'],
    ['zstd;q=0, br;q=0, gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
  ])(
    'above a minimum size are sent to a caller that accepts "%s" with content-encoding %s',
    async (accepted, encoding) => {
      const ada = await app.signUp();
      for (let i = 0; i < 3; i++) await write(ada, { content: `entry ${i} ${'again '.repeat(500)}` });
      const headers = { 'accept-encoding': accepted };
      const small = await ada.call('GET /api/auth/user', { headers });
      expect(small.headers['content-encoding']).toBeUndefined();
      const packed = await ada.call('GET /api/check_ins', { headers });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toBe('accept-encoding');
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
      const plain = await ada.call<Page>('GET /api/check_ins');
      const bytes = encoding ? unpack[encoding]!(packed.bytes) : packed.bytes;
      expect(JSON.parse(bytes.toString())).toEqual(plain.json);
    },
  );

  it('of more than 64 kB are streamed compressed', async () => {
    const ada = await app.signUp();
    for (let i = 0; i < 8; i++) await write(ada, { content: `entry ${i} ${'ä'.repeat(9000)}` });
    for (const [encoding, unpacked] of Object.entries(unpack)) {
      const headers = { 'accept-encoding': encoding };
      const packed = await ada.call('GET /api/check_ins', { headers });
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding });
      expect(packed.headers['content-length']).toBeUndefined();
      const plain = await ada.call<Page>('GET /api/check_ins');
      expect(JSON.parse(unpacked(packed.bytes).toString())).toEqual(plain.json);
    }
  });
});

describe('a cursor', () => {
  it.each([['GET /api/check_ins'], ['GET /api/check_ins/deleted'], ['GET /api/check_ins/search']])(
    'with a date that does not exist is refused by %s',
    async (key) => {
      const ada = await app.signUp();
      for (const day of ['2024-02-30', '2023-02-29', '2024-04-31', '2024-13-01']) {
        const before = `${day}T10:00:00.000Z~${newId()}`;
        const { status, json } = await ada.call<ProblemBody>(key, { query: { before } });
        expect([day, status, json.code]).toEqual([day, 400, 'invalid_input']);
      }
      const before = `2024-02-29T10:00:00.000Z~${newId()}`;
      expect((await ada.call(key, { query: { before } })).status).toBe(200);
    },
  );
});
