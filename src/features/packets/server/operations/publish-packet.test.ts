import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { serve, startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { attach } from '#tests/support/files.ts';
import { create, draftOf, itemOf, pathOf, publish, write, year } from '#tests/support/packets.ts';
import { limits } from '../../constants.ts';
import type { Packet, PacketDraft } from '../../contract.ts';
import type { PacketJson } from '../../format-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
});
afterAll(() => app.close());

const read = async (caller: Caller, id: string) =>
  (await caller.call<Packet>('GET /api/packets/:id', { params: { id } })).json;
async function edit(caller: Caller, id: string, content: string): Promise<void> {
  const params = { id };
  const { json } = await caller.call<CheckIn>('GET /api/check_ins/:id', { params });
  const body = { content, edited_at: json.edited_at };
  expect((await caller.call('PATCH /api/check_ins/:id', { params, body })).status).toBe(200);
}
const open = (path: string, caller = app.anonymous()) => caller.call(`GET ${path}`);
const jsonOf = async (packet: Packet) =>
  (await app.anonymous().call<PacketJson>(`GET ${pathOf(packet)}.json`)).json;

const change = (caller: Caller, id: string, revision: number, draft: PacketDraft) =>
  caller.call<{ revision: number }>('PUT /api/packets/:id', { params: { id }, body: { revision, draft } });
const versionsOf = async (id: string) => {
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ number: number; title: string }>(
      `select number, packet_json::jsonb #>> '{document,title}' as title from packet_versions
       where packet_id = $1 order by number`,
      [id],
    ),
  );
  return rows;
};

/** A published packet of one entry. */
async function published(caller: Caller, content = 'Shipped the export', more: object = {}) {
  const entry = await write(caller, content);
  const draft = await create(caller, draftOf([itemOf(entry.id)]));
  const { status, json } = await publish(caller, draft.id, more);
  expect(status).toBe(200);
  return { entry, packet: json };
}

describe('publishing a packet', () => {
  it('freezes texts, dates and hashes under a signature of the instance, and nothing that was not chosen', async () => {
    const [ada, bob] = [await app.signUp('Ada Example'), await app.signUp('Bob Ortiz')];
    const entry = await write(ada, 'Shipped the export', {
      emoji: '🚀',
      created_at: `${year}-01-02T10:00:00.000Z`,
    });
    await write(ada, 'kanari: never chosen');
    await edit(ada, entry.id, 'Shipped the new export');
    await edit(ada, entry.id, 'Shipped the new invoice export');
    await attach(ada, { entry: entry.id, name: 'plan.pdf', content: pdf() });
    const goal = { id: newId(), text: 'Give a talk' };
    await ada.call('POST /api/goals', { body: goal });
    await ada.call('POST /api/goals/:id/complete', {
      params: { id: goal.id },
      body: { check_in_id: newId() },
    });
    const thanks = { id: newId(), recipient_email: ada.email, message: 'Well done' };
    await bob.call('POST /api/shoutouts', { body: thanks });
    const draft = draftOf([
      itemOf(entry.id, { note: 'With Finance.', files: true }),
      itemOf(goal.id, { kind: 'goal' }),
      itemOf(thanks.id, { kind: 'shoutout' }),
      itemOf(newId(), { kind: 'vouch' }),
    ]);
    const { id } = await create(ada, draft);
    const { json } = await publish(ada, id, { life: 7 });
    expect(json.version).toMatchObject({ number: 1, changed_items: 0, is_changed: false });
    const life = (Date.parse(json.link!.expires_at) - Date.now()) / 86_400_000;
    expect(life).toBeGreaterThan(6.9);
    expect(life).toBeLessThan(7.1);

    const packet = await jsonOf(json);
    expect(packet.document).toMatchObject({
      title: 'My year',
      author: 'Ada Example',
      introduction: 'What mattered.',
    });
    const items = packet.document.groups.flatMap((group) => group.items);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({
      ...{
        kind: 'entry',
        text: 'Shipped the new invoice export',
        emoji: '🚀',
        edits: 2,
        note: 'With Finance.',
      },
      at: `${year}-01-02T10:00:00.000Z`,
      files: [{ name: 'plan.pdf', size: pdf().length, type: 'application/pdf', open: 1 }],
    });
    expect(items[1]).toMatchObject({ kind: 'goal', text: 'Give a talk' });
    expect(items[2]).toMatchObject({ kind: 'shoutout', text: 'Well done', from: 'Bob Ortiz' });
    const text = JSON.stringify(packet);
    for (const secret of ['kanari', ada.userId, ada.email, bob.email, entry.id, goal.id, thanks.id, json.id])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);

    const { key } = packet.record;
    const x = key.publicKey;
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const isSigned = (record: object) =>
      verify(
        null,
        Buffer.from(canonicalJson(record as CanonicalValue)),
        publicKey,
        Buffer.from(packet.signature, 'base64url'),
      );
    expect(isSigned(packet.record)).toBe(true);
    expect(isSigned({ ...packet.record, version: 2 })).toBe(false);
    expect(packet.record.lines).toHaveLength(3);
  });

  it('later edits change nothing until an update makes the next version under the same link', async () => {
    const ada = await app.signUp();
    const { entry, packet } = await published(ada, 'Said first');
    await edit(ada, entry.id, 'Said better');
    expect((await open(pathOf(packet))).text).toContain('Said first');
    const changed = await read(ada, packet.id);
    expect(changed.version).toMatchObject({ number: 1, changed_items: 1, is_changed: true });
    const { json } = await publish(ada, packet.id, { life: 365 });
    expect(json.version).toMatchObject({ number: 2, is_changed: false });
    expect(json.link).toEqual(packet.link);
    const { text } = await open(pathOf(packet));
    expect([text.includes('Said better'), text.includes('Said first')]).toEqual([true, false]);
    // Nothing has changed since.
    expect((await publish(ada, packet.id)).json.version!.number).toBe(2);
  });

  it('20 times in parallel makes one version, one link and one key', async () => {
    const ada = await app.signUp();
    await app.database.asOwner((db) => db.query('delete from signing_keys'));
    const entry = await write(ada, 'Once');
    const { id } = await create(ada, draftOf([itemOf(entry.id)]));
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(ada, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => `${json.version!.number} ${json.link!.url}`)).size).toBe(1);
    const { rows } = await app.database.asOwner((db) => db.query('select id from signing_keys'));
    expect(rows).toHaveLength(1);
  });

  it('is refused without an item, and counts a deleted entry as a change', async () => {
    const ada = await app.signUp();
    const { id } = await create(ada, draftOf([itemOf(newId())]));
    expect((await publish(ada, id)).json.code).toBe('nothing_to_publish');
    const { entry, packet } = await published(ada);
    await ada.call('DELETE /api/check_ins/:id', { params: { id: entry.id } });
    expect((await read(ada, packet.id)).version).toMatchObject({ changed_items: 1, is_changed: true });
  });

  it('never includes what another user owns, or what is outside of the period', async () => {
    const [ada, eve] = [await app.signUp(), await app.signUp('Eve')];
    const [hers, early] = [
      await write(ada, 'kanari'),
      await write(eve, 'Too early', { created_at: '2020-01-01T00:00:00.000Z' }),
    ];
    const own = await write(eve, 'Own');
    const { id } = await create(eve, draftOf([itemOf(hers.id), itemOf(early.id), itemOf(own.id)]));
    const { document } = await jsonOf((await publish(eve, id)).json);
    expect(document.groups[0]!.items.map(({ text }) => text)).toEqual(['Own']);
  });

  it('20 times while its title changes 20 times numbers the versions without gaps, under one link', async () => {
    const ada = await app.signUp();
    const entry = await write(ada, 'Once');
    const { id } = await create(ada, draftOf([itemOf(entry.id)]));
    const publishing = Array.from({ length: 20 }, () => publish(ada, id));
    for (let n = 1; n <= 20; n++) {
      const { status } = await change(ada, id, n, draftOf([itemOf(entry.id)], { title: `Title ${n}` }));
      expect(status).toBe(200);
      publishing.push(publish(ada, id));
    }
    const answers = await Promise.all(publishing);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.link!.url)).size).toBe(1);
    const versions = await versionsOf(id);
    expect(versions.map(({ number }) => number)).toEqual(versions.map((_, at) => at + 1));
    // No two versions in a row are the same, and none is older than the one before.
    const titles = versions.map(({ title }) => Number(title.split(' ')[1]) || 0);
    expect(titles).toEqual([...new Set(titles)].toSorted((a, b) => a - b));
    expect((await publish(ada, id)).json.version).toMatchObject({
      number: versions.length,
      is_changed: false,
    });
    expect((await jsonOf(answers[0]!.json)).document.title).toBe('Title 20');
  });

  it('again after a lost response makes no other version, and returns the same link', async () => {
    const ada = await app.signUp();
    const { id } = await create(ada, draftOf([itemOf((await write(ada, 'Once')).id)]));
    const [first, again] = [(await publish(ada, id)).json, (await publish(ada, id)).json];
    expect([again.version, again.link]).toEqual([first.version, first.link]);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('freezes an entry as it is then, and leaves out one that was deleted after it was chosen', async () => {
    const ada = await app.signUp();
    const [edited, deleted] = [await write(ada, 'Before'), await write(ada, 'Deleted')];
    const { id } = await create(ada, draftOf([itemOf(edited.id), itemOf(deleted.id)]));
    const params = { id: edited.id };
    await ada.call('PATCH /api/check_ins/:id', { params, body: { content: 'After', edited_at: null } });
    await ada.call('DELETE /api/check_ins/:id', { params: { id: deleted.id } });
    const { json } = await publish(ada, id);
    const { document, record } = await jsonOf(json);
    expect(document.groups[0]!.items.map(({ text }) => text)).toEqual(['After']);
    expect(record.lines).toHaveLength(1);
    for (const form of ['', '.md', '.json'])
      expect((await open(pathOf(json) + form)).text).not.toMatch(/Before|Deleted/);
  });

  it('with 400 items of the longest kind is complete in each form', async () => {
    const ada = await app.signUp();
    const contents = Array.from({ length: limits.items }, (_, n) => `Item ${n} ${'long '.repeat(200)}`);
    const entries: CheckIn[] = [];
    for (const content of contents) entries.push(await write(ada, content));
    // As large as a draft may be.
    const items = entries.map(({ id }) => itemOf(id, { note: 'n'.repeat(500) }));
    const { id } = await create(ada, draftOf(items));
    const { json } = await publish(ada, id);
    expect(json.items).toBe(limits.items);
    for (const form of ['', '.md', '.json']) {
      const { status, text } = await open(pathOf(json) + form);
      expect([form, status]).toEqual([form, 200]);
      expect(entries.filter((_, n) => !text.includes(`Item ${n} long`))).toEqual([]);
    }
  });
});

it('a draft of 250 kB is stored and published, and a larger one is refused', async () => {
  const ada = await app.signUp();
  const entry = await write(ada, 'Once');
  const groups = Array.from({ length: 1 }, () => ({ title: '', line: '', items: [itemOf(entry.id)] }));
  const noted = (note: number) => [
    ...groups,
    {
      ...{ title: '', line: '' },
      items: Array.from({ length: 245 }, () => itemOf(newId(), { note: 'n'.repeat(note) })),
    },
  ];
  const draft = draftOf([], { groups: noted(920) });
  const size = Buffer.byteLength(JSON.stringify(draft));
  expect(size).toBeGreaterThan(limits.draft - 10_000);
  expect(size).toBeLessThanOrEqual(limits.draft);
  const { id } = await create(ada, draft);
  expect((await publish(ada, id)).status).toBe(200);
  const refused = await create(ada, draftOf([], { groups: noted(945) }));
  expect(refused.code).toMatch(/^(packet_too_large|too_large)$/);
});

describe('the link of a packet', () => {
  it('shows a page without scripts to anyone, that no search engine or cache keeps', async () => {
    const { packet } = await published(await app.signUp('Ada Example'), 'Shipped <b>it</b>');
    const { status, text, headers } = await open(pathOf(packet));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-store',
    });
    expect(text).toContain('Shipped &lt;b&gt;it&lt;/b&gt;');
    expect(text).toContain('By Ada Example');
    expect(text).toContain('It does not say that the content is true.');
  });

  it('offers the same as Markdown and JSON', async () => {
    const { packet } = await published(await app.signUp('Ada Example'), 'Shipped *it*');
    const markdown = await open(`${pathOf(packet)}.md`);
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(markdown.text).toContain('# My year\n\nBy Ada Example');
    expect(markdown.text).toContain(String.raw`- Shipped \*it\*`);
    expect((await open(`${pathOf(packet)}.json`)).headers['content-type']).toContain('application/json');
    for (const path of ['.odt', '.md.json', '.constructor', '/files/0', '/files/1x', '/files/1'])
      expect([path, (await open(pathOf(packet) + path)).status]).toEqual([path, 404]);
  });

  it.each([
    ...['ended', 'expired', 'replaced', 'deleted with its packet', 'deleted with the account'],
    ...['of an account that was taken over', 'made up'],
  ])('shows nothing once it is %s', async (how) => {
    const ada = await app.signUp();
    const { packet } = await published(ada);
    const params = { id: packet.id };
    const path = how === 'made up' ? `/p/${'A'.repeat(43)}` : pathOf(packet);
    if (how === 'ended') await ada.call('DELETE /api/packets/:id/link', { params });
    if (how === 'replaced') await ada.call('POST /api/packets/:id/link', { params, body: { life: 7 } });
    if (how === 'expired')
      await app.database.asOwner((db) =>
        db.query('update packet_links set expires_at = now() where packet_id = $1', [packet.id]),
      );
    if (how === 'deleted with its packet') await ada.call('DELETE /api/packets/:id', { params });
    if (how === 'of an account that was taken over')
      await app.database.asOwner((db) => db.query('select app.forget_first_holder($1)', [ada.userId]));
    if (how === 'deleted with the account')
      await app.database.asOwner((db) => db.query('delete from users where id = $1', [ada.userId]));
    for (const form of ['', '.md', '.json', '.pdf', '.docx']) {
      const { status, text } = await open(path + form);
      expect([form, status, text.includes('This packet is not available')]).toEqual([form, 404, true]);
    }
  });

  it('stays ended when the packet is updated, until the owner makes a new one', async () => {
    const ada = await app.signUp();
    const { entry, packet } = await published(ada);
    const params = { id: packet.id };
    await ada.call('DELETE /api/packets/:id/link', { params });
    await edit(ada, entry.id, 'Changed');
    expect((await publish(ada, packet.id)).json.link!.ended_at).not.toBeNull();
    expect((await open(pathOf(packet))).status).toBe(404);
    const { json } = await ada.call<Packet>('POST /api/packets/:id/link', { params, body: {} });
    expect(json.link!.ended_at).toBeNull();
    expect((await open(pathOf(json))).text).toContain('Changed');
    const other = await create(ada, draftOf([]));
    const refused = await ada.call<ProblemBody>('POST /api/packets/:id/link', {
      params: { id: other.id },
      body: {},
    });
    expect(refused.json.code).toBe('not_published');
  });

  it('counts readers by day, but neither the owner nor other forms', async () => {
    const ada = await app.signUp();
    const { packet } = await published(ada);
    await open(pathOf(packet), ada);
    await open(`${pathOf(packet)}.md`);
    await app.anonymous().call(`HEAD ${pathOf(packet)}`);
    expect((await read(ada, packet.id)).opens).toEqual([]);
    await Promise.all([1, 2, 3].map(() => open(pathOf(packet))));
    await open(pathOf(packet), await app.signUp('Reader'));
    expect((await read(ada, packet.id)).opens).toEqual([{ day: expect.any(String), count: 4 }]);
  });

  it('serves the same in another process', async () => {
    const { packet } = await published(await app.signUp());
    const other = await serve(app);
    const { statusCode } = await other.server.inject(`${pathOf(packet)}.json`);
    expect(statusCode).toBe(200);
    await other.hub.close();
    await other.server.close();
  });
});

it('readers open the files whose box is ticked, and no others', async () => {
  const ada = await app.signUp();
  const [closed, opened] = [await write(ada, 'closed'), await write(ada, 'open')];
  await attach(ada, { entry: closed.id, name: 'closed.txt', content: 'closed' });
  await attach(ada, { entry: opened.id, name: 'open.txt', content: 'opened' });
  const { id } = await create(ada, draftOf([itemOf(closed.id), itemOf(opened.id, { files: true })]));
  const { json } = await publish(ada, id);
  const file = await open(`${pathOf(json)}/files/1`);
  expect([file.status, file.text]).toEqual([200, 'opened']);
  expect(file.headers['content-disposition']).toContain('attachment');
  expect((await open(`${pathOf(json)}/files/2`)).status).toBe(404);
  const page = (await open(pathOf(json))).text;
  expect([page.includes('closed.txt'), page.match(/\/files\/\d/g)]).toEqual([true, ['/files/1']]);
  await ada.call('DELETE /api/packets/:id/link', { params: { id } });
  expect((await open(`${pathOf(json)}/files/1`)).status).toBe(404);
});
