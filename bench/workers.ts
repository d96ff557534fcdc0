// One process against several: a page without reader data, next to nginx with as many workers. The load generator shares the
// cores with the servers, so the rates grow less than they would with a generator on another machine.
import { cpus } from 'node:os';
import { rate } from './format.ts';
import { Instance } from './instance.ts';
import { startNginx } from './nginx.ts';
import { read } from './pages.ts';
import { atLeast, type Row } from './report.ts';
import { ratioOf, type Length, type Loader, type Result } from './rounds.ts';

const callers = 32;
const headers = { 'accept-encoding': 'gzip, deflate, br' };
const bounds = { aim: 0.7, floor: 0.5 };

export async function workerRows(loader: Loader, length: Length, single: Instance): Promise<Row[]> {
  const workers = cpus().length;
  const several = await Instance.make({ WORKERS: String(workers) });
  const nginx = await startNginx({ page: await read(several, '/auth') }, workers);
  try {
    const shared = { callers, method: 'GET', headers } as const;
    const cases = [
      { ...shared, port: several.port, path: '/auth', server: several.pid },
      { ...shared, port: single.port, path: '/auth', server: single.pid },
      ...(nginx ? [{ ...shared, port: nginx.port, path: '/page', server: nginx.pid }] : []),
    ];
    const [ours, oneProcess, reference] = (await loader.compare(cases, length)) as [Result, Result, Result?];
    const ratio = reference ? ratioOf(ours, reference) : null;
    return [
      {
        name: `page /auth, ${workers} workers, against nginx with ${workers}`,
        ours: rate(ours),
        reference: reference ? rate(reference) : 'no nginx here',
        ratio,
        aim: `${bounds.aim}`,
        floor: `${bounds.floor}`,
        verdict: ratio === null ? 'not measured' : atLeast(ratio, bounds),
        details: { ours, reference },
      },
      {
        name: `page /auth, ${workers} workers, against one process`,
        ours: rate(ours),
        reference: rate(oneProcess),
        ratio: ratioOf(ours, oneProcess),
        aim: '',
        floor: '',
        verdict: '',
        details: { ours, oneProcess },
      },
    ];
  } finally {
    nginx?.stop();
    await several.remove();
  }
}
