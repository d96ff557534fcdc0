import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { pdf, wordEntries, zip } from '#platform/files/test-contents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import { sendResume, signedResume } from '#tests/support/resumes.ts';

let app: TestApp;
let ada: Caller;
let anyone: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
  anyone = app.anonymous();
});
afterAll(() => app.close());

type Resume = Awaited<ReturnType<typeof sendResume>>['json'];

async function statusAfter(address: string, seconds: number): Promise<number> {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] });
  try {
    return (await anyone.call(address)).status;
  } finally {
    vi.useRealTimers();
  }
}

describe('the signed URL of a résumé', () => {
  let resume: Resume;
  beforeAll(async () => {
    resume = (await sendResume(ada, pdf(), 'Lebenslauf "Ä".pdf')).json;
  });

  it.each([
    ['view', 3600, 'inline'],
    ['download', 60, 'attachment'],
  ] as const)('to %s it is valid for %i seconds', async (as, life, disposition) => {
    const address = await signedResume(ada, resume.id, as);
    const { status, bytes, headers } = await anyone.call(address);
    expect(status).toBe(200);
    expect(bytes.equals(pdf())).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(headers['content-disposition']).toBe(
      `${disposition}; filename="Lebenslauf ___.pdf"; filename*=UTF-8''Lebenslauf%20%22%C3%84%22.pdf`,
    );
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'self'$/);
    expect(await statusAfter(address, life - 5)).toBe(200);
    expect(await statusAfter(address, life + 1)).toBe(404);
  });

  it('of a Word document is only ever a download', async () => {
    const bob = await app.signUp('Bob');
    const { json } = await sendResume(bob, zip(wordEntries), 'cv.pdf');
    const { headers } = await anyone.call(await signedResume(bob, json.id, 'view'));
    expect(headers['content-type']).toMatch(/wordprocessingml/);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="cv\.pdf\.docx"/);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('is issued only to the owner', async () => {
    const eve = await app.signUp('Eve');
    const sign = (caller: Caller, id: string) =>
      caller.call('POST /api/storage/resumes/:id/sign', { params: { id }, body: { as: 'view' } });
    expect((await sign(eve, resume.id)).status).toBe(404);
    expect((await sign(ada, newId())).status).toBe(404);
    expect((await sign(anyone, resume.id)).status).toBe(401);
  });

  it('returns 404 after any of its parts is changed', async () => {
    const eve = await app.signUp('Eve');
    const others = (await sendResume(eve)).json;
    const address = await signedResume(ada, resume.id, 'view');
    const changes: [string, string][] = [
      [resume.id, others.id],
      ['as=view', 'as=download'],
      [`viewer=${ada.userId}`, `viewer=${eve.userId}`],
      ['exp=', 'exp=1'],
      ['sig=', 'sig=A'],
      // A signature is valid for one bucket only.
      ['/resumes/', '/log-files/'],
    ];
    for (const [from, to] of changes) {
      const forged = address.replace(from, to);
      expect(forged).not.toBe(address);
      expect([from, (await anyone.call(forged)).status]).toEqual([from, 404]);
    }
    const { json: file } = await attach(ada, { entry: (await writeEntry(ada)).id, content: 'x' });
    const signed = await ada.call<{ url: string }>('POST /api/storage/log-files/:id/sign', {
      params: { id: file.id },
      body: { as: 'view' },
    });
    expect((await anyone.call(`GET ${signed.json.url.replace('log-files', 'resumes')}`)).status).toBe(404);
  });

  it('does not accept any of 500 random signatures', async () => {
    const address = await signedResume(ada, resume.id, 'view');
    const [start, sig] = address.split('sig=') as [string, string];
    const statuses = new Set<number>();
    for (let n = 0; n < 500; n++) {
      const at = 9 + (n % (sig.length - 9));
      const other = randomBytes(1).toString('base64url')[0]!;
      const forged = sig.slice(0, at) + other + sig.slice(at + 1);
      if (forged !== sig) statuses.add((await anyone.call(`${start}sig=${forged}`)).status);
    }
    expect([...statuses]).toEqual([404]);
  });

  it('serves ranges, HEAD and conditional requests', async () => {
    const address = await signedResume(ada, resume.id, 'view');
    const part = await anyone.call(address, { headers: { range: 'bytes=0-4' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      '%PDF-',
      `bytes 0-4/${pdf().length}`,
    ]);
    const head = await anyone.call(address.replace('GET', 'HEAD'));
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(pdf().length)]);
    const again = await anyone.call(address, { headers: { 'if-none-match': head.headers['etag'] } });
    expect(again.status).toBe(304);
    expect((await anyone.call(address, { headers: { range: `bytes=${pdf().length}-` } })).status).toBe(416);
  });

  it('ends when the résumé is deleted, replaced or has lost its bytes, and works again after Undo', async () => {
    const bob = await app.signUp('Bob');
    const { json } = await sendResume(bob);
    const params = { id: json.id };
    const address = await signedResume(bob, json.id, 'view');
    await bob.call('DELETE /api/resumes/:id', { params });
    expect((await anyone.call(address)).status).toBe(404);
    await bob.call('POST /api/resumes/:id/restore', { params });
    expect((await anyone.call(address)).status).toBe(200);
    const { json: next } = await sendResume(bob, zip(wordEntries), 'cv.docx');
    expect((await anyone.call(address)).status).toBe(404);
    const newer = await signedResume(bob, next.id, 'download');
    await app.files.remove(`resumes/${next.file_path}`);
    expect((await anyone.call(newer)).status).toBe(404);
  });

  it('ends with the account, whose bytes are deleted', async () => {
    const bob = await app.signUp('Bob');
    const { json } = await sendResume(bob);
    const address = await signedResume(bob, json.id, 'view');
    expect((await bob.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect((await anyone.call(address)).status).toBe(404);
  });
});
