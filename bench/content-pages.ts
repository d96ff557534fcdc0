// Pages of text, which are kept in memory, compared with nginx serving the same bytes.
import { setTimeout as pause } from 'node:timers/promises';
import type { Instance } from './instance.ts';
import { againstNginx, read } from './pages.ts';
import type { Row } from './report.ts';
import type { Length, Loader } from './rounds.ts';

const measured = [
  { label: 'article of the guide', path: '/guide/proof-of-work' },
  { label: 'privacy policy', path: '/privacy-policy' },
];

export async function contentPageRows(loader: Loader, length: Length, instance: Instance): Promise<Row[]> {
  // Their best encoding is made after the first request.
  for (const { path } of measured) while ((await read(instance, path)).encoding !== 'br') await pause(50);
  return againstNginx(loader, length, instance, measured);
}
