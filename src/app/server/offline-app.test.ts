import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ INSTANCE_NAME: 'Ada & Co' });
});
afterAll(() => app.close());

type Icon = { src: string; sizes: string; purpose: string };
type Manifest = {
  id: string;
  name: string;
  start_url: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
  share_target?: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
};

test("the manifest has the instance's name and icons for both purposes", async () => {
  const { headers, json } = await app.anonymous().call<Manifest>('GET /manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(json.name).toBe('Ada & Co');
  expect(json.start_url).toBe('/');
  expect(json.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
});

test('the manifest has shortcuts and a share target whose addresses and icons exist', async () => {
  const { json: manifest } = await app.anonymous().call<Manifest>('GET /manifest.webmanifest');
  expect(manifest.id).toBe('/');
  expect(manifest.shortcuts.map(({ name, url }) => `${name} ${url}`)).toEqual([
    'New entry /?new',
    'Search /?find',
  ]);
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src } of icons) expect(existsSync(join(import.meta.dirname, '../web/public', src))).toBe(true);
  const { action, method, enctype, params } = manifest.share_target!;
  expect([action, method, enctype]).toEqual(['/app/share', 'POST', 'multipart/form-data']);
  expect(params.files).toMatchObject([{ name: 'files' }]);
});

test('a share that reaches the server leads to a page that says so, unread', async () => {
  const { status, headers } = await app.anonymous().call('POST /app/share');
  expect(status).toBe(303);
  expect(headers['location']).toBe('/?incoming=');
});

test('the service worker is revalidated at each check and may fetch only from this origin', async () => {
  const { headers, text } = await app.anonymous().call('GET /service-worker.js');
  expect(headers['content-type']).toContain('text/javascript');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; connect-src 'self'; frame-ancestors 'none'`,
  );
  expect(text).toContain('"shell":"/app/offline"');
});

test('pages may load workers and manifests only from this origin', async () => {
  const { headers } = await app.anonymous().call('GET /');
  expect(headers['content-security-policy']).toContain(`worker-src 'self'; manifest-src 'self'`);
});

test('the offline page is the same for everyone and has no session', async () => {
  const ada = await app.signUp('Ada Example');
  const [hers, anyones] = [
    await ada.call('GET /app/offline'),
    await app.anonymous().call('GET /app/offline'),
  ];
  expect(hers.status).toBe(200);
  expect(hers.text).toBe(anyones.text);
  expect(hers.text).toContain('name="logbook-session" content="&#34;offline&#34;"');
  expect(hers.text).not.toContain('Ada Example');
  expect(hers.headers['set-cookie']).toBeUndefined();
});

test("the service worker's version changes with the instance's name, and only then", async () => {
  const script = async (name: string) => {
    const instance = await startApp({ INSTANCE_NAME: name });
    const { text } = await instance.anonymous().call('GET /service-worker.js');
    await instance.close();
    return /"version":"([^"]+)"/.exec(text)![1];
  };
  const first = await script('Ada & Co');
  expect(await script('Ada & Co')).toBe(first);
  expect(await script('Grace & Co')).not.toBe(first);
});

test('OFFLINE_APP=off serves a worker that unregisters itself, and pages that register none', async () => {
  const off = await startApp({ OFFLINE_APP: 'off' });
  const { text } = await off.anonymous().call('GET /service-worker.js');
  expect(text).toContain('registration.unregister()');
  expect(text).not.toContain('version');
  const { json } = await off.anonymous().call<Manifest>('GET /manifest.webmanifest');
  expect(json.share_target).toBeUndefined();
  expect((await off.anonymous().call('GET /')).text).toContain('offlineApp&#34;:false');
  await off.close();
});
