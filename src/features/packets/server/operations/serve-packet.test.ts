// What the link of a packet serves: hostile titles, readers during a deletion, and links that no longer work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { attach } from '#tests/support/files.ts';
import { limits } from '../../constants.ts';
import type { DraftItem, Packet, PacketDraft } from '../../contract.ts';
import type { PacketJson } from '../../format-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
});
afterAll(() => app.close());

const year = new Date().getUTCFullYear();
const itemOf = (id: string, more: Partial<DraftItem> = {}): DraftItem => ({
  ...{ kind: 'entry', id, note: '', files: false },
  ...more,
});
const draftOf = (items: DraftItem[], more: Partial<PacketDraft> = {}): PacketDraft => ({
  ...{ title: 'My year', period: { from: `${year - 1}-01-01`, to: `${year + 1}-12-31` }, introduction: '' },
  groups: [{ title: 'Work', line: '', items }],
  ...more,
});
const write = async (caller: Caller, content: string) =>
  (await caller.call<CheckIn>('POST /api/check_ins', { body: { id: newId(), content } })).json;
const create = async (caller: Caller, draft: PacketDraft) =>
  (await caller.call<Packet & ProblemBody>('POST /api/packets', { body: { id: newId(), draft } })).json;
const publish = (caller: Caller, id: string) =>
  caller.call<Packet & ProblemBody>('POST /api/packets/:id/publish', { params: { id }, body: {} });
const pathOf = ({ link }: Packet) => new URL(link!.url).pathname;
const open = (path: string) => app.anonymous().call(`GET ${path}`);
const jsonOf = async (packet: Packet) =>
  (await app.anonymous().call<PacketJson>(`GET ${pathOf(packet)}.json`)).json;
describe('a hostile title', () => {
  it.each([
    ['bidirectional overrides', '\u202Egpj.exe\u2066 \u200F txt', []],
    ['lone surrogates', 'before \uD800 after \uDFFF', ['\uD800', '\uDFFF']],
    ['HTML', '<script>alert(1)</script>"><img src=x onerror=alert(1)>', []],
    ['line breaks and header syntax', 'a\r\nset-cookie: x=1\r\n\r\n<b>', ['\r', '\n']],
    ['combining marks', `a${'\u0301'.repeat(119)}`, []],
    ['quotes and slashes', '..\\..\\"evil";filename=x.exe/../etc/passwd%0d%0a', []],
    ['Markdown', '# [x](javascript:alert(1)) `![y](z)`', []],
  ])('with %s is text in each form, and harmless in headers', async (_, title, gone) => {
    const ada = await app.signUp('Ada Example');
    const entry = await write(ada, title);
    const draft = draftOf([itemOf(entry.id, { note: title })], { title, introduction: title });
    draft.groups[0] = {
      title: title.slice(0, limits.groupTitle),
      line: title,
      items: draft.groups[0]!.items,
    };
    const { id } = await create(ada, draft);
    const { json, status } = await publish(ada, id);
    expect(status).toBe(200);
    const page = await open(pathOf(json));
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script>alert|<img|<b>|\uFFFD\uFFFD/);
    for (const form of ['.md', '.json']) {
      const { headers, text, status: formStatus } = await open(pathOf(json) + form);
      expect([form, formStatus]).toEqual([form, 200]);
      const disposition = headers['content-disposition'] as string;
      // Printable ASCII, one attachment, and no path.
      expect(disposition).toMatch(/^attachment; filename="[ -~]*"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/);
      const name = decodeURIComponent(disposition.split("UTF-8''")[1]!);
      expect(name).not.toMatch(/[\u0000-\u001F\u202A-\u202E\u2066-\u2069\\/]/);
      expect(name).toMatch(/\.(md|json)$/);
      expect(headers).not.toHaveProperty('set-cookie');
      expect(text.isWellFormed()).toBe(true);
    }
    const { title: stored } = (await jsonOf(json)).document;
    for (const part of gone) expect(stored).not.toContain(part);
  });

  it('with 10,000 combining marks is refused', async () => {
    const ada = await app.signUp();
    const refused = await create(ada, draftOf([], { title: `a${'\u0301'.repeat(10_000)}` }));
    expect(refused.code).toBe('invalid_input');
  });
});

it('a reader who downloads a file while the account is deleted gets it or an end, and nothing a second later', async () => {
  const ada = await app.signUp();
  const entry = await write(ada, 'With a file');
  const content = Buffer.alloc(8_000_000, 'text ');
  await attach(ada, { entry: entry.id, name: 'large.txt', content });
  const { id } = await create(ada, draftOf([itemOf(entry.id, { files: true })]));
  const { json } = await publish(ada, id);
  const file = `${pathOf(json)}/files/1`;
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(address + file);
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  let bytes = (await reader.read()).value!.length;
  const deleted = await ada.call('POST /api/functions/v1/delete-account', { body: {} });
  const startedAt = Date.now();
  const rest = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'complete';
      bytes += value.length;
    }
  };
  const end = await rest().catch(() => 'cut');
  expect(end === 'cut' || bytes === content.length).toBe(true);
  expect(deleted.status).toBeLessThan(300);
  for (const path of [file, pathOf(json), `${pathOf(json)}.md`, `${pathOf(json)}.json`])
    expect([path, (await fetch(address + path)).status]).toEqual([path, 404]);
  expect(Date.now() - startedAt).toBeLessThan(1000);
});

it.each(['ended', 'expired', 'foreign'])(
  'an %s link shows neither the page, nor a form, nor a file within a second',
  async (how) => {
    const ada = await app.signUp();
    const entry = await write(ada, 'With a file');
    await attach(ada, { entry: entry.id, name: 'notes.txt', content: 'notes' });
    const { id } = await create(ada, draftOf([itemOf(entry.id, { files: true })]));
    const { json } = await publish(ada, id);
    const paths = ['', '.md', '.json', '/files/1'];
    for (const path of paths) expect([path, (await open(pathOf(json) + path)).status]).toEqual([path, 200]);
    if (how === 'ended') await ada.call('DELETE /api/packets/:id/link', { params: { id } });
    if (how === 'expired')
      await app.database.asOwner((db) =>
        db.query('update packet_links set expires_at = now() where packet_id = $1', [id]),
      );
    const path =
      how === 'foreign' ? pathOf(json).replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')) : pathOf(json);
    const startedAt = Date.now();
    for (const form of paths) {
      const { status, text, headers } = await open(path + form);
      expect([form, status, text.includes('notes')]).toEqual([form, 404, false]);
      expect(headers['cache-control']).toBe('private, no-store');
    }
    expect(Date.now() - startedAt).toBeLessThan(1000);
  },
);
