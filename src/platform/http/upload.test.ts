import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Problem } from './client.ts';
import { isFileRefused } from './upload.ts';

const features = join(import.meta.dirname, '../../features');

/** The statuses of a contract's refusals: they are with its fixed values if pages use them. */
async function importRefusals(file: string): Promise<{ refusals?: Record<string, number> }> {
  const constants = file.replace('contract.ts', 'constants.ts');
  const sources = [file, constants].filter((name) => existsSync(join(features, name)));
  const modules = await Promise.all(sources.map((name) => import(join(features, name)) as Promise<object>));
  return Object.assign({}, ...modules) as { refusals?: Record<string, number> };
}

/** The refusals of every operation that takes a file, with their status. */
async function uploadRefusals(): Promise<[path: string, code: string, status: number][]> {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' });
  const found: [string, string, number][] = [];
  for (const file of files.filter((name) => /(^|[\\/-])contract\.ts$/.test(name))) {
    const { operations } = (await import(join(features, file))) as {
      operations?: Record<string, { refusals?: readonly string[] }>;
    };
    const { refusals: statuses } = await importRefusals(file);
    for (const [key, { refusals = [] }] of Object.entries(operations ?? {}))
      if (/^POST \/api\/storage\/[^/]+$/.test(key))
        for (const code of refusals) found.push([key, code, statuses?.[code] ?? 0]);
  }
  return found;
}

test('an upload is refused for good if its file is too large, empty, of a wrong type or never shared, and for no other reason', async () => {
  const refusals = await uploadRefusals();
  expect(new Set(refusals.map(([path]) => path)).size).toBeGreaterThanOrEqual(4);
  const refused = refusals.filter(([, code, status]) => isFileRefused(new Problem(status, { code })));
  const isAboutFile = /_(too_large|empty|type_refused|not_image|not_shareable)$/;
  expect(refused).toEqual(refusals.filter(([, code]) => isAboutFile.test(code)));
});
