// What a visitor reads who opens a file that cannot be shown: a page in a browser, a problem document in a program.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { detailsTexts } from '#platform/files/details-texts.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { decode, publicOwner, verifiedVouch, visitsTo, type Visit } from '../support/public-logbooks.ts';
import { askToVouch, attachToVouch, openLink } from '../support/vouches.ts';

let app: TestApp;
let open: Visit;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  open = visitsTo(app);
});
afterAll(() => app.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** Turns the files of a user's vouches into what an earlier version stored: a type that cannot be cleaned. */
const storeAsTiff = ({ userId }: Caller) =>
  app.database.asOwner((db) =>
    db.query(
      `update vouch_files set mime_type = 'image/tiff', view_path = null, view_size = 0 where user_id = $1`,
      [userId],
    ),
  );

/** The URL of a file on a public page. */
async function publicFile(): Promise<string> {
  const [ada, slug] = await publicOwner(app);
  await verifiedVouch(app, ada, { file: pdf() });
  await storeAsTiff(ada);
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ public_id: string }>('select public_id from vouch_files where user_id = $1', [ada.userId]),
  );
  const { status, headers } = await open(
    `/api/public_profiles/${slug}/files/${rows[0]!.public_id}?as=view`,
    browser,
  );
  expect(status).toBe(303);
  return String(headers.location);
}

/** The URL of a file on the page of a reference. */
async function vouchFile(): Promise<string> {
  const ada = await app.signUp();
  const { json: vouch } = await askToVouch(ada);
  await attachToVouch(ada, vouch.id, pdf());
  await storeAsTiff(ada);
  const token = `token-${vouch.id}`;
  await app.database.asOwner((db) =>
    db.query('insert into vouch_tokens (hash, vouch_id) values ($1, $2)', [hashToken(token), vouch.id]),
  );
  const { vouch: shown } = await openLink(app.anonymous(), token);
  return shown!.files[0]!.url;
}

it.each([
  ['a public page', publicFile],
  ['the page of a reference', vouchFile],
])('a file of %s that only its owner can open says why, as a page in a browser', async (_, fileOf) => {
  const url = await fileOf();
  const page = await open(url, browser);
  expect(page.status).toBe(403);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept',
  });
  expect(page.headers['content-security-policy']).toContain(`default-src 'none'`);
  for (const text of Object.values(detailsTexts.ownerOnly)) expect(decode(page.text)).toContain(text);

  for (const headers of [{ accept: '*/*' }, { ...browser, 'sec-fetch-dest': 'iframe' }]) {
    const problem = await open(url, headers);
    expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(problem.text)).toMatchObject({ status: 403, code: 'file_owner_only' });
  }
});

it('the URL of a file that has expired opens a page in a browser, and other routes keep their problem documents', async () => {
  const url = (await vouchFile()).replace(/sig=\w/, 'sig=-');
  const page = await open(url, browser);
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('There is nothing here.');
  const other = await open('/api/vouches', browser);
  expect(other.headers['content-type']).toMatch(/^application\/problem\+json/);
});
