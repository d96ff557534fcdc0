// A public logbook: from the cache, compared with nginx serving the same bytes, and rendered for each request.
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { rate } from './format.ts';
import { Instance } from './instance.ts';
import { againstNginx, read } from './pages.ts';
import { atLeast, type Row } from './report.ts';
import type { Length, Loader, Result } from './rounds.ts';

const workers = cpus().length;
/** Responses per second of all workers. The load generator and the database share their cores. */
const rendered = { aim: 2000, floor: 1000 };
export const slug = 'measured-page';
/** The second page shows three of them, and is never cached. */
const vouches = 53;

export async function publicPageRows(loader: Loader, length: Length, instance: Instance): Promise<Row[]> {
  await publish(instance);
  // Only pages that are requested again get their best encoding.
  while ((await read(instance, `/${slug}`)).encoding !== 'br') await pause(50);
  const cached = await againstNginx(loader, length, instance, [
    { label: 'public page, cached', path: `/${slug}` },
    { label: 'public page, unknown query', path: `/${slug}`, query: '?utm_source=mail' },
    { label: 'public page, without compression', path: `/${slug}`, accepts: 'identity' },
  ]);
  const several = await Instance.make({ WORKERS: String(workers) });
  try {
    await publish(several);
    return [...cached, await renderedRow(loader, length, several)];
  } finally {
    await several.remove();
  }
}

const published = new WeakMap<Instance, Promise<void>>();

/** Makes sure that the page is there, with verified vouches, and listed by search engines. */
export function publish(instance: Instance): Promise<void> {
  const made = published.get(instance) ?? publishNow(instance);
  published.set(instance, made);
  return made;
}

async function publishNow(instance: Instance): Promise<void> {
  const { id } = await instance.signUp('publisher');
  await instance.asOwner(async (owner) => {
    // Only a verified owner's logbook is public.
    await owner.query('update users set email_verified_at = now() where id = $1', [id]);
    await owner.query(
      'update profiles set slug = $2, is_public = true, allows_search = true where user_id = $1',
      [id, slug],
    );
    await owner.query(
      `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
         reference_email, reference_position, status, verified_at, content_sha256, statement)
       select gen_random_uuid(), $1, 'Project ' || n, repeat('What it was about. ', 8), repeat('What was done. ', 12),
         'Grace Hopper', 'grace@example.com', 'Rear Admiral', 'verified', now() - n * interval '1 day', '\\x00',
         'A joy to work with.' from generate_series(1, $2::int) n`,
      [id, vouches],
    );
  });
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
    name: `public page, rendered for each of 32 callers by ${workers} workers`,
    ours: rate(result),
    reference: '',
    ratio: null,
    aim: `${rendered.aim}/s`,
    floor: `${rendered.floor}/s`,
    verdict: atLeast(result.rate, rendered),
    details: result,
  };
}
