// `npm run bench`: compares Logbook with bare references that do the same work with nothing around it. Both are
// measured alternately, in one run, on this machine. `--quick` takes a minute and is less accurate. `--huge` measures a
// database of 20 million entries instead. Writes only to reports/.
import { cpus } from 'node:os';
import { ceilingRows } from './capacity/ceilings.ts';
import { operationRows } from './capacity/costs.ts';
import { bundleRows, memoryRow, startRow } from './figures.ts';
import { contentPageRows } from './content-pages.ts';
import { documentRows } from './documents.ts';
import { fill, type Filled } from './filled.ts';
import { firstPaintRows } from './first-paint.ts';
import { growthRows, planRows } from './growth.ts';
import { measureHuge } from './huge/huge.ts';
import { commitRows } from './import-commits.ts';
import { importRows } from './imports.ts';
import { Instance } from './instance.ts';
import { liveRow } from './live.ts';
import { lighthouseRows } from './lighthouse.ts';
import { offlineRows } from './offline.ts';
import { openingRows } from './opening.ts';
import { credentialRows } from './credentials.ts';
import { packetRows } from './packets.ts';
import { pageRows } from './pages.ts';
import { publicPageRows } from './public-pages.ts';
import { tableOf, writeReport, type Row } from './report.ts';
import { reportRows } from './reports.ts';
import { Loader, type Length } from './rounds.ts';
import { apiRows } from './api.ts';
import { scrollRows } from './scrolling.ts';
import { searchRows } from './search.ts';
import { shiftRows } from './shifts.ts';
import { shoutoutRows } from './shoutouts.ts';
import { signInRow } from './sign-in.ts';
import { teamRows } from './teams.ts';
import { workerRows } from './workers.ts';

const quick = process.argv.includes('--quick');
const length: Length = quick ? { rounds: 3, seconds: 0.7 } : { rounds: 5, seconds: 3 };
const sizes = { small: 10_000, large: quick ? 200_000 : 1_000_000 };
const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const only = option('only');
const huge = process.argv.includes('--huge')
  ? {
      entries: Number(option('entries') ?? 20_000_000),
      keep: process.argv.includes('--keep'),
      reuse: option('reuse'),
    }
  : undefined;

const rows: Row[] = [];
const closing: (() => unknown)[] = [];
const wanted = (part: string) => only === undefined || only.split(',').includes(part);

async function part(name: string, work: () => Promise<Row[]>): Promise<void> {
  if (!wanted(name)) return;
  console.log(`measuring: ${name}`);
  rows.push(...(await work()));
}

async function filled(entries: number): Promise<Filled> {
  const instance = await Instance.make();
  closing.push(() => instance.remove());
  return fill(instance, entries);
}

async function measureAll(): Promise<void> {
  const loader = new Loader();
  closing.push(() => loader.stop());
  if (huge) {
    await measureHuge(loader, length, huge, (found) => rows.push(...found));
    return;
  }
  // Only if they are named: they take minutes, and counting round trips needs the system's own PostgreSQL.
  const onRequest = { operations: operationRows, ceilings: () => ceilingRows(loader, length) };
  const named = only?.split(',') ?? [];
  for (const [name, work] of Object.entries(onRequest)) if (named.includes(name)) await part(name, work);
  if (only !== undefined && named.every((name) => Object.hasOwn(onRequest, name))) return;
  const small = await filled(sizes.small);
  await part('api', () => apiRows(loader, length, small));
  await part('documents', () => documentRows(loader, length));
  await part('pages', () => pageRows(loader, length, small.instance));
  await part('public pages', () => publicPageRows(loader, length, small.instance));
  await part('content pages', () => contentPageRows(loader, length, small.instance));
  await part('workers', () => workerRows(loader, length, small.instance));
  await part('memory', async () => [memoryRow(small)]);
  if (wanted('growth') || wanted('search')) {
    const large = await filled(sizes.large);
    await part('growth', () => growthRows(loader, length, small, large));
    await part('search', () => searchRows(loader, length, large));
    await part('growth', () => planRows(large));
  }
  await part('live', async () => [await liveRow(small.instance, quick ? 8 : 20)]);
  await part('scrolling', () => scrollRows(small.instance, quick));
  await part('offline', () => offlineRows(small.instance, quick));
  await part('opening', () => openingRows(small.instance, quick ? 3 : 7));
  await part('shoutouts', () => shoutoutRows(loader, length, small.instance));
  await part('teams', () => teamRows(loader, length, small.instance));
  await part('reports', () => reportRows(small.instance, quick ? 20 : 100));
  await part('imports', async () => [...(await importRows()), ...(await commitRows(small.instance))]);
  await part('packets', () => packetRows(small, quick ? 3 : 7));
  await part('credentials', () => credentialRows(small, quick ? 5 : 20));
  await part('sign-in', async () => [await signInRow(small, quick ? 30 : 200)]);
  await part('start', async () => [await startRow(small.instance, quick ? 3 : 7)]);
  await part('first paint', () => firstPaintRows(small, quick ? 3 : 7));
  await part('shifts', () => shiftRows(quick));
  await part('bundles', async () => bundleRows());
  await part('lighthouse', () => lighthouseRows(small.instance));
}

function report(): void {
  console.log(`\n${tableOf(rows)}\n`);
  console.log('A ratio is the median of paired rounds.');
  const machine = { node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length };
  const at = new Date().toISOString();
  const path = writeReport(huge ? 'huge' : 'bench', {
    at,
    quick,
    machine,
    sizes: huge ?? sizes,
    length,
    rows,
  });
  console.log(`Saved to ${path}.`);
  if (rows.some((row) => row.verdict === 'missed')) process.exitCode = 1;
}

try {
  await measureAll();
} finally {
  // Results from before a failure are still reported.
  report();
  for (const close of closing.toReversed()) await close();
}
