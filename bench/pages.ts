// A page and a built file, compared with nginx serving the same bytes.
import { get } from 'node:http';
import { rate, perResponse } from './format.ts';
import type { Instance } from './instance.ts';
import { startNginx, type Page } from './nginx.ts';
import { atLeast, type Row } from './report.ts';
import { ratioOf, type Length, type Loader, type Result } from './rounds.ts';

const bounds = { aim: 0.7, floor: 0.5 };
const callers = 32;
// What browsers accept.
const browsers = 'gzip, deflate, br';

/** `query`: ignored. `accepts`: the encodings of the client. */
type Compared = { label: string; path: string; query?: string; accepts?: string };

export async function pageRows(loader: Loader, length: Length, instance: Instance): Promise<Row[]> {
  const html = await (await fetch(`${instance.url}/auth`)).text();
  const script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(html)?.[1];
  if (!script) throw new Error('The page loads no script.');
  return againstNginx(loader, length, instance, [
    { label: 'page /auth', path: '/auth' },
    { label: 'page /auth, unknown query', path: '/auth', query: '?utm_source=mail' },
    { label: 'its script', path: script },
  ]);
}

/** Compares each path with nginx serving its bytes. */
export async function againstNginx(
  loader: Loader,
  length: Length,
  instance: Instance,
  compared: Compared[],
): Promise<Row[]> {
  const pages: Record<string, Page> = {};
  for (const [index, { path, accepts }] of compared.entries())
    pages[`file${index}`] = await read(instance, path, accepts);
  const nginx = await startNginx(pages);
  try {
    const rows: Row[] = [];
    for (const [index, { label, path, query = '', accepts = browsers }] of compared.entries()) {
      const shared = { callers, method: 'GET', headers: { 'accept-encoding': accepts } } as const;
      const cases = [
        { ...shared, port: instance.port, path: path + query, server: instance.pid },
        ...(nginx ? [{ ...shared, port: nginx.port, path: `/file${index}${query}`, server: nginx.pid }] : []),
      ];
      const [first, second] = (await loader.compare(cases, length)) as [Result, Result?];
      const ratio = second ? ratioOf(first, second) : null;
      rows.push({
        name: `${label}, ${callers} callers, against nginx`,
        ours: rate(first),
        reference: second ? rate(second) : 'no nginx here',
        ratio,
        aim: `${bounds.aim}`,
        floor: `${bounds.floor}`,
        verdict: ratio === null ? 'not measured' : atLeast(ratio, bounds),
        details: { ours: first, reference: second },
      });
      if (second) rows.push(perResponse(first, second));
    }
    return rows;
  } finally {
    nginx?.stop();
  }
}

// Does not use fetch, which would decompress the body.
export function read(instance: Instance, path: string, accepts = browsers): Promise<Page> {
  return new Promise((resolve, reject) => {
    get(`${instance.url}${path}`, { headers: { 'accept-encoding': accepts } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200)
          return reject(new Error(`GET ${path} responded with ${response.statusCode}.`));
        resolve({
          body: Buffer.concat(chunks),
          type: response.headers['content-type'] ?? '',
          encoding: response.headers['content-encoding'] ?? null,
        });
      });
    }).on('error', reject);
  });
}
