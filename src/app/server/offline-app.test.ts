import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ INSTANCE_NAME: 'Ada & Co' });
});
afterAll(() => app.close());

type Manifest = { name: string; start_url: string; icons: { src: string; sizes: string; purpose: string }[] };

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
  expect((await off.anonymous().call('GET /')).text).toContain('offlineApp&#34;:false');
  await off.close();
});
