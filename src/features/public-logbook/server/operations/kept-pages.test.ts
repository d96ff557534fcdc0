// A page that is no longer public is gone within a second: at all of its addresses, including those whose responses are
// cached, and in all processes.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import type { Profile } from '#features/profile/contract.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { serve, startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { quarters } from '#tests/support/photos.ts';
import { overTheWire } from '#tests/support/prepared.ts';
import { publicOwner, publish, setPublic, verifiedVouch } from '#tests/support/public-logbooks.ts';
import { sendResume } from '#tests/support/resumes.ts';

let app: TestApp;
let hub: LiveHub;
/** Those of two processes. */
let servers: FastifyInstance[];
beforeAll(async () => {
  const renderer = new PageRenderer({ instanceName: 'Logbook', offlineApp: false });
  app = await startApp({}, renderer);
  const other = await serve(app, { renderer });
  hub = other.hub;
  servers = [app.server, other.server];
  for (const server of servers) await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await servers[1]!.close();
  await hub.close();
  await app.close();
});

/** An owner with everything that a page can show, and all addresses that show it, including a former link. */
async function fullPage(): Promise<{ ada: Caller; slug: string; addresses: string[] }> {
  const [ada, former] = await publicOwner(app);
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await quarters(16).png().toBuffer())], 'me.png'));
  const { json } = await ada.call<Profile>('POST /api/storage/profile-photos', { form });
  await sendResume(ada);
  await verifiedVouch(app, ada);
  const slug = await publish(ada);
  await ada.call('PATCH /api/profiles', { body: { allows_search: true } });
  const { headers } = await overTheWire(app.server, `/${slug}`, {});
  expect(headers['x-robots-tag']).toBeUndefined();
  const page = (await overTheWire(app.server, `/${slug}`, {})).body.toString();
  const file = /\/api\/public_profiles\/[\w-]+\/files\/[\w-]+/.exec(page)![0];
  const signed = (await overTheWire(app.server, `${file}?as=view`, {})).headers['location'] as string;
  const photo = json.avatar_url!.slice(json.avatar_url!.lastIndexOf('/') + 1);
  const under = (link: string) => [
    ...[`/${link}`, `/${link}?page=2`, `/${link}?utm_source=x`, `/${link}.json`],
    ...['', '/picture', `/photo/${photo}`].map((part) => `/api/public_profiles/${link}${part}`),
  ];
  return { ada, slug, addresses: [...under(slug), ...under(former), `${file}?as=view`, signed] };
}

const ways: [string, (ada: Caller) => Promise<unknown>][] = [
  ['turning the page off', (ada) => setPublic(ada, false)],
  ['deleting the account', (ada) => ada.call('POST /api/functions/v1/delete-account')],
  [
    'losing the verified address',
    (ada) =>
      app.database.asOwner((db) =>
        db.query('update users set email_verified_at = null where id = $1', [ada.userId]),
      ),
  ],
];

it.each(ways)('%s takes effect within a second at every address in every process', async (_name, leave) => {
  const { ada, slug, addresses } = await fullPage();
  const statusOf = async (server: FastifyInstance, path: string) =>
    (await overTheWire(server, path, {})).status;
  const isListed = async (server: FastifyInstance) =>
    (await overTheWire(server, '/sitemap.xml', {})).body.includes(`/${slug}<`);
  for (const server of servers) {
    // Twice: the second response is the one that is kept.
    for (const path of [...addresses, ...addresses])
      expect([path, await statusOf(server, path)]).toEqual([path, expect.toBeOneOf([200, 302, 303])]);
    await vi.waitFor(async () => expect(await isListed(server)).toBe(true));
  }
  await leave(ada);
  await Promise.all(
    servers.flatMap((server) => [
      ...addresses.map((path) =>
        vi.waitFor(async () => expect([path, await statusOf(server, path)]).toEqual([path, 404])),
      ),
      vi.waitFor(async () => expect(await isListed(server)).toBe(false)),
    ]),
  );
});
