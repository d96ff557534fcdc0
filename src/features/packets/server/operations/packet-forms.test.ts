import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, verify } from 'node:crypto';
import mammoth from 'mammoth';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { newId } from '#platform/clock/id.ts';
import { keysPath } from '#platform/signing/public-keys.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach } from '#tests/support/files.ts';
import { create, draftOf, itemOf, pathOf, publish, write } from '#tests/support/packets.ts';
import { attachmentOf } from '#tests/support/pdf-attachment.ts';
import { photoWithPlace, place, quarters } from '#tests/support/photos.ts';
import { unzip } from '#tests/support/unzip.ts';
import type { Packet, PacketDraft } from '../../contract.ts';
import type { PacketJson } from '../../format-contract.ts';
import { verifyPacket, type KnownKeys } from '../../web/verify/verify-packet.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
});
afterAll(() => app.close());

type Form = 'pdf' | 'docx';
const get = (path: string, caller = app.anonymous()) => caller.call<{ code?: string }>(`GET ${path}`);
const own = (caller: Caller, id: string, form: Form) =>
  caller.call(`GET /api/packets/:id/${form}`, { params: { id } });

/** Its text as pdf.js reads it, in the order of the pages' content. */
async function pdfText(bytes: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  return pages.join('\n').replaceAll(/\s+/g, ' ');
}

/** Its text as Poppler reads it. */
const popplerText = (bytes: Buffer, ...options: string[]) =>
  execFileSync('pdftotext', [...options, '-', '-'], { input: bytes, encoding: 'utf8' }).replaceAll(
    /\s+/g,
    ' ',
  );

const wordText = async (bytes: Buffer) => (await mammoth.extractRawText({ buffer: bytes })).value;

/** Each text is found behind the one before it. */
function expectInOrder(text: string, parts: readonly string[]): void {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    expect([part, found >= at]).toEqual([part, true]);
    at = found + part.length;
  }
}

const texts = [
  'A qualified workflow: the first draft was finished in an efficient office.',
  'Shipped the release to 40 teams.',
  'Größe, Łódź, Ελλάδα, Москва, 漢字',
];

async function packetOf(caller: Caller, more: Partial<PacketDraft> = {}): Promise<Packet> {
  const entries = [];
  for (const [at, text] of texts.entries())
    entries.push(await write(caller, text, at === 1 ? { emoji: '🚀' } : {}));
  await write(caller, 'kanari: never chosen');
  const items = entries.map(({ id }, at) => itemOf(id, at === 0 ? { note: 'My own note.' } : {}));
  const groups = [
    { title: 'First group', line: 'What came first.', items: items.slice(0, 1) },
    { title: 'Second group', line: '', items: items.slice(1) },
  ];
  return create(caller, draftOf([], { groups, ...more }));
}

async function published(caller: Caller, more: Partial<PacketDraft> = {}): Promise<Packet> {
  const { id } = await packetOf(caller, more);
  return (await publish(caller, id)).json;
}

const order = [
  ...['My year', 'By Ada Example', 'What mattered.', 'First group', 'What came first.', texts[0]!],
  ...['My own note.', 'Second group', texts[1]!, texts[2]!, 'Version 1 was published on'],
];

describe('the PDF of a published packet', () => {
  it('has its whole text in reading order, as words, for two programs that read PDFs', async () => {
    const { bytes, headers, status } = await get(
      `${pathOf(await published(await app.signUp('Ada Example')))}.pdf`,
    );
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      ...[200, 'application/pdf', expect.stringContaining('attachment; filename="My year.pdf"')],
    ]);
    expect(headers['cache-control']).toBe('private, no-store');
    const read = [await pdfText(bytes), popplerText(bytes), popplerText(bytes, '-raw')];
    for (const text of read) {
      expectInOrder(text, order);
      expect(text).toContain('qualified workflow');
      expect(text).toMatch(/🚀\s?Shipped/);
      expect(text).not.toContain('kanari');
    }
  });

  it('is tagged, names its language and title, and has bookmarks', async () => {
    const { bytes } = await get(`${pathOf(await published(await app.signUp('Ada Example')))}.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'My year', Author: 'Ada Example', Language: 'en' });
    expect(metadata.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    type Bookmark = { title: string; items: Bookmark[] };
    const [top] = (await pdf.getOutline()) as Bookmark[];
    expect([top!.title, top!.items.map(({ title }) => title)]).toEqual([
      'My year',
      ['First group', 'Second group'],
    ]);
    const page = await pdf.getPage(1);
    const roles: string[] = [];
    type Node = { role?: string; children?: Node[] };
    const visit = ({ role, children = [] }: Node) => {
      if (role !== undefined) roles.push(role);
      children.forEach(visit);
    };
    visit((await page.getStructTree()) as Node);
    expect(roles.filter((role) => /^(H\d|L|LI|Link)$/.test(role))).toEqual([
      ...['H1', 'H2', 'L', 'LI', 'H2', 'L', 'LI', 'LI', 'Link'],
    ]);
    const links = (await page.getAnnotations()) as { url?: string }[];
    expect(links.map(({ url }) => url)).toEqual([expect.stringMatching(/\/verify$/)]);
  });

  it('has packet.json attached, and ends with a signature of all its bytes', async () => {
    const packet = await published(await app.signUp('Ada Example'));
    const [{ bytes }, json] = [await get(`${pathOf(packet)}.pdf`), await get(`${pathOf(packet)}.json`)];
    const pdf = await getDocumentProxy(new Uint8Array(bytes));
    expect([...((await pdf.getAttachments()) as Map<string, unknown>).keys()]).toEqual(['packet.json']);
    expect((await attachmentOf(bytes)).equals(json.bytes)).toBe(true);
    expect(bytes.toString('latin1')).toContain('/AFRelationship /Source');

    const [line] = /%logbook-pages\/1 [\w-]{86}\n$/.exec(bytes.toString('latin1'))!;
    const pages = bytes.subarray(0, bytes.length - line.length);
    expect(pages.subarray(-6).toString()).toBe('%%EOF\n');
    const { record } = JSON.parse(json.text) as PacketJson;
    const x = record.key.publicKey;
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signature = Buffer.from(line.slice(17, -1), 'base64url');
    const isSigned = (signed: Buffer) =>
      verify(null, createHash('sha256').update(signed).digest(), publicKey, signature);
    expect(isSigned(pages)).toBe(true);
    expect(isSigned(Buffer.concat([pages, Buffer.from(' ')]))).toBe(false);
  });

  it('names the characters that no font has, instead of printing boxes', async () => {
    const ada = await app.signUp();
    const entry = await write(ada, 'Written in አማርኛ here');
    const { id } = await create(ada, draftOf([itemOf(entry.id)]));
    const { bytes } = await own(ada, id, 'pdf');
    const text = await pdfText(bytes);
    expect(text).toContain('Written in […] here');
    expect(text).toContain('Not shown here: 4 characters of Ethiopic; they are in packet.json.');
  });
});

describe('the Word file of a published packet', () => {
  it('has its whole text in order, headings and lists, and packet.json as a part', async () => {
    const packet = await published(await app.signUp('Ada Example'));
    const { bytes, status } = await get(`${pathOf(packet)}.docx`);
    expect(status).toBe(200);
    expectInOrder(await wordText(bytes), order);
    const { value: html } = await mammoth.convertToHtml({ buffer: bytes });
    expect(html.match(/<h1>[^<]*|<li>/g)).toEqual([
      '<h1>First group',
      '<li>',
      '<h1>Second group',
      '<li>',
      '<li>',
    ]);
    expect(html).toContain('<li>🚀 Shipped the release to 40 teams.</li>');
    expect(html).not.toContain('kanari');
    const parts = unzip(bytes);
    expect(parts.get('packet.json')!.equals((await get(`${pathOf(packet)}.json`)).bytes)).toBe(true);
    expect(parts.get('docProps/core.xml')!.toString()).toContain('<dc:title>My year</dc:title>');
    expect(parts.get('word/styles.xml')!.toString()).toContain('w:val="en-US"');
    const types = parts.get('[Content_Types].xml')!.toString();
    expect(types).toContain('<Override ContentType="application/json" PartName="/packet.json"/>');
  });
});

describe('/verify', () => {
  const known = ({ record }: PacketJson) => ({
    ...{ url: record.issuer.url, keys: [record.key], isComplete: true },
  });

  it.each(['pdf', 'docx'] as const)('confirms the %s of a published packet', async (form) => {
    const path = pathOf(await published(await app.signUp('Ada Example')));
    const [{ bytes }, { text }] = [await get(`${path}.${form}`), await get(`${path}.json`)];
    const checked = await verifyPacket(new Uint8Array(bytes), known(JSON.parse(text) as PacketJson));
    expect(checked).toMatchObject({ verdict: 'confirmed', problems: [], lines: [] });
  });

  it('notices a changed byte of the pages', async () => {
    const path = pathOf(await published(await app.signUp('Ada Example')));
    const [{ bytes }, { text }] = [await get(`${path}.pdf`), await get(`${path}.json`)];
    const changed = new Uint8Array(bytes);
    changed[bytes.indexOf('/MediaBox') + 12]! ^= 1;
    const checked = await verifyPacket(changed, known(JSON.parse(text) as PacketJson));
    expect(checked.verdict).toBe('changed');
    expect(checked.problems).toEqual([expect.stringContaining('The pages of this PDF are not as signed')]);
  });
});

describe("the owner's download", () => {
  it.each(['pdf', 'docx'] as const)('of a packet that is not published has no record: %s', async (form) => {
    const ada = await app.signUp('Ada Example');
    const { id } = await packetOf(ada);
    const { status, bytes } = await own(ada, id, form);
    expect(status).toBe(200);
    const text = form === 'pdf' ? await pdfText(bytes) : await wordText(bytes);
    expectInOrder(text, [...order.slice(0, -1), 'This packet is not published']);
    expect(text).not.toContain('kanari');
    expect(bytes.toString('latin1')).not.toContain('%logbook-pages');
  });

  it('is as published until something changes', async () => {
    const ada = await app.signUp('Ada Example');
    const packet = await published(ada);
    const isSigned = async () =>
      (await own(ada, packet.id, 'pdf')).bytes.toString('latin1').includes('%logbook-pages/1');
    expect(await isSigned()).toBe(true);
    const params = { id: packet.id };
    const body = { revision: packet.revision, draft: { ...packet.draft, title: 'Another title' } };
    expect((await ada.call('PUT /api/packets/:id', { params, body })).status).toBe(200);
    expect(await isSigned()).toBe(false);
  });

  it.each(['pdf', 'docx'] as const)('is refused to others, and after 60 in an hour: %s', async (form) => {
    const [ada, eve] = [await app.signUp(), await app.signUp('Eve')];
    const { id } = await packetOf(ada);
    expect((await own(app.anonymous(), id, form)).status).toBe(401);
    expect((await own(eve, id, form)).status).toBe(404);
    expect((await own(eve, newId(), form)).status).toBe(404);
    for (let count = 0; count < 60; count++)
      await ada.call(`HEAD /api/packets/:id/${form}`, { params: { id } });
    const { status, json } = await ada.call<{ code: string }>(`GET /api/packets/:id/${form}`, {
      params: { id },
    });
    expect([status, json.code]).toEqual([429, 'too_many_tries']);
  });
});

it('after the signing key was rotated, an update signs the pages again', async () => {
  const ada = await app.signUp('Ada Example');
  const packet = await published(ada);
  expect(packet.version).toMatchObject({ number: 1, is_key_retired: false });
  const verdict = async () => {
    const [{ bytes }, { json }] = [
      await get(`${pathOf(packet)}.pdf`),
      await ada.call<KnownKeys>(`GET ${keysPath}`),
    ];
    return (await verifyPacket(new Uint8Array(bytes), { ...json, isComplete: true })).verdict;
  };
  expect(await verdict()).toBe('confirmed');
  await app.database.asOwner((db) =>
    db.query(
      'update signing_keys set retired_at = now(), sealed_private_key = null where retired_at is null',
    ),
  );
  expect(await verdict()).toBe('changed');
  const read = await ada.call<Packet>('GET /api/packets/:id', { params: { id: packet.id } });
  expect(read.json.version).toMatchObject({ number: 1, is_changed: false, is_key_retired: true });
  const { json } = await publish(ada, packet.id);
  expect(json.version).toMatchObject({ number: 2, is_changed: false, is_key_retired: false });
  expect(json.link).toEqual(packet.link);
  expect(await verdict()).toBe('confirmed');
  expect((await publish(ada, packet.id)).json.version!.number).toBe(2);
});

it.each(['pdf', 'docx'] as const)('a hostile title is harmless in the name of the file: %s', async (form) => {
  const ada = await app.signUp('Ada Example');
  const path = pathOf(await published(ada, { title: '../a\\b\u202Egpj.exe' }));
  const { status, headers } = await get(`${path}.${form}`);
  const name = decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1]!);
  expect([status, name]).toEqual([200, `..-a-bgpj.exe.${form}`.replace(/^\./, '_.')]);
});

it.each(['pdf', 'docx'] as const)(
  'a link that has ended has no file, also when it ends meanwhile: %s',
  async (form) => {
    const ada = await app.signUp('Ada Example');
    const packet = await published(ada);
    // The second waits for the first, so the link ends before it is ready.
    const files = [get(`${pathOf(packet)}.${form}`), get(`${pathOf(packet)}.${form}`)];
    await Promise.race(files);
    await ada.call('DELETE /api/packets/:id/link', { params: { id: packet.id } });
    expect((await Promise.all(files)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 404,
    ]);
    expect((await get(`${pathOf(packet)}.${form}`)).status).toBe(404);
  },
);

describe('pictures', () => {
  /** A published packet with a picture whose box is ticked, and one whose box is not. */
  async function withPictures(): Promise<string> {
    const ada = await app.signUp();
    const [closed, opened] = [await write(ada, 'closed'), await write(ada, 'open')];
    const wide = await quarters(1600, 800)
      .jpeg()
      .withExif({ IFD0: { Copyright: place } })
      .toBuffer();
    await attach(ada, { entry: closed.id, name: 'closed.jpg', content: await photoWithPlace() });
    await attach(ada, { entry: opened.id, name: 'open.txt', content: 'x' });
    await attach(ada, { entry: opened.id, name: 'open.jpg', content: wide });
    const { id } = await create(ada, draftOf([itemOf(closed.id), itemOf(opened.id, { files: true })]));
    return pathOf((await publish(ada, id)).json);
  }

  it('of a PDF are those whose box is ticked, scaled, and without their details', async () => {
    const { bytes } = await get(`${await withPictures()}.pdf`);
    const content = bytes.toString('latin1');
    expect(content).not.toContain(place);
    expect(content.match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(content).toMatch(/\/Width 840\s+\/Height 420/);
    expect(content).toContain('/Alt (open.jpg)');
  });

  it('of a Word file are those whose box is ticked, without their details', async () => {
    const { bytes } = await get(`${await withPictures()}.docx`);
    const pictures = [...unzip(bytes)].filter(([name]) => name.startsWith('word/media/'));
    expect(pictures).toHaveLength(1);
    expect(pictures[0]![1].toString('latin1')).not.toContain(place);
  });
});

it('a flood from one network is refused beyond what may wait, and other requests are served meanwhile', async () => {
  const ada = await app.signUp('Ada Example');
  const packet = await published(ada);
  const flood = Promise.all(Array.from({ length: 20 }, () => get(`${pathOf(packet)}.pdf`)));
  const before = performance.now();
  expect((await get(pathOf(packet))).status).toBe(200);
  expect(performance.now() - before).toBeLessThan(2_000);
  const statuses = (await flood).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 503)).toHaveLength(18);
});
