// A public logbook: from the cache, compared with nginx serving the same bytes, and rendered for each request.
import { setTimeout as pause } from 'node:timers/promises';
import { rate } from './format.ts';
import type { Instance } from './instance.ts';
import { againstNginx, read } from './pages.ts';
import { atLeast, type Row } from './report.ts';
import type { Length, Loader, Result } from './rounds.ts';

/** Responses per second. */
const rendered = { aim: 2000, floor: 1000 };
const slug = 'measured-page';
/** The second page shows three of them, and is never cached. */
const vouches = 53;

export async function publicPageRows(loader: Loader, length: Length, instance: Instance): Promise<Row[]> {
  const { id } = await instance.signUp('publisher');
  await instance.asOwner(async (owner) => {
    await owner.query('update profiles set slug = $2, is_public = true where user_id = $1', [id, slug]);
    await owner.query(
      `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
         reference_email, reference_position, status, verified_at, content_sha256, statement)
       select gen_random_uuid(), $1, 'Project ' || n, repeat('What it was about. ', 8), repeat('What was done. ', 12),
         'Grace Hopper', 'grace@example.com', 'Rear Admiral', 'verified', now() - n * interval '1 day', '\\x00',
         'A joy to work with.' from generate_series(1, $2::int) n`,
      [id, vouches],
    );
  });
  // Only pages that are requested again get their best encoding.
  while ((await read(instance, `/${slug}`)).encoding !== 'br') await pause(50);
  const cached = await againstNginx(loader, length, instance, [
    { label: 'public page, cached', path: `/${slug}` },
  ]);
  return [...cached, await renderedRow(loader, length, instance)];
}

async function renderedRow(loader: Loader, length: Length, instance: Instance): Promise<Row> {
  const [result] = (await loader.compare(
    [
      {
        port: instance.port,
        path: `/${slug}?page=2`,
        callers: 32,
        method: 'GET',
        headers: { 'accept-encoding': 'gzip, deflate, br' },
        server: instance.pid,
        database: await instance.databasePid(),
      },
    ],
    length,
  )) as [Result];
  return {
    name: 'public page, rendered for each of 32 callers',
    ours: rate(result),
    reference: '',
    ratio: null,
    aim: `${rendered.aim}/s`,
    floor: `${rendered.floor}/s`,
    verdict: atLeast(result.rate, rendered),
    details: result,
  };
}
