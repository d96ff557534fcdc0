// The dashboard's document and the months of a user with 10,000 entries, and how much a caller who reads such documents in
// a loop slows down the list of another such user in another network.
import { fill } from './filled.ts';
import { bounded } from './figures.ts';
import { Instance } from './instance.ts';
import type { LoadRequest, Measured } from './load.ts';
import { atMost, type Row } from './report.ts';
import { Loader, median, type Length } from './rounds.ts';
import { seed } from './seed.ts';

/** Milliseconds, as seen by one caller. */
const bounds = {
  document: { aim: 7, floor: 12 },
  months: { aim: 2, floor: 4 },
};
/** How many times as long a list takes during the loop. */
const slowdown = { median: { aim: 3, floor: 5 }, p99: { aim: 5, floor: 8 } };
const entries = 10_000;

export async function documentRows(loader: Loader, length: Length): Promise<Row[]> {
  // Each caller is in its own network, as behind a proxy.
  const instance = await Instance.make({ TRUSTED_PROXIES: '127.0.0.1' });
  const loop = new Loader();
  try {
    const { reader, writer } = await fill(instance, entries);
    // A full first page to list, as long as the reader's.
    await instance.asOwner((owner) => seed(owner, writer.id, entries));
    const request = (cookie: string, path: string, network: string): LoadRequest => ({
      method: 'GET',
      path,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': network },
    });
    const zone = `logbook-reader=${encodeURIComponent('Europe/Berlin|en-US|mouse')}`;
    const document = request(`${reader.cookie}; ${zone}`, '/', '192.0.2.1');
    const months = request(reader.cookie, '/api/check_ins/months?timezone=Europe%2FBerlin', '192.0.2.1');
    const list = request(writer.cookie, '/api/check_ins', '198.51.100.1');
    const run = (by: Loader, one: LoadRequest, seconds = length.seconds) =>
      by.run({ port: instance.port, callers: 1, seconds, requests: [one] }).then(complete);
    const medianOf = async (one: LoadRequest) => {
      await run(loader, one, 1);
      const rounds: number[] = [];
      for (let round = 0; round < length.rounds; round++) rounds.push((await run(loader, one)).p50);
      return median(rounds);
    };
    const rows = [
      row(
        `document of the dashboard, ${entries.toLocaleString('en')} entries`,
        await medianOf(document),
        bounds.document,
      ),
      row(`months of ${entries.toLocaleString('en')} entries`, await medianOf(months), bounds.months),
    ];
    const idle: Measured[] = [];
    const looped: Measured[] = [];
    for (let round = 0; round < length.rounds; round++) {
      idle.push(await run(loader, list));
      const [during] = await Promise.all([run(loader, list), run(loop, document)]);
      looped.push(during);
    }
    for (const [name, of] of [['median', 'p50'] as const, ['p99', 'p99'] as const]) {
      const [before, after] = [idle, looped].map((all) => median(all.map((one) => one[of]))) as [
        number,
        number,
      ];
      const ratio = after / before;
      rows.push({
        name: `a list while another caller reads documents in a loop, ${name}, against idle`,
        ours: `${after.toFixed(1)} ms`,
        reference: `${before.toFixed(1)} ms`,
        ratio,
        aim: `${slowdown[name].aim}`,
        floor: `${slowdown[name].floor}`,
        verdict: atMost(ratio, slowdown[name]),
        details: { idle, looped },
      });
    }
    return rows;
  } finally {
    loop.stop();
    await instance.remove();
  }
}

function complete(measured: Measured): Measured {
  if (measured.problem !== null || measured.requests === 0)
    throw new Error(`A request failed:\n${measured.problem}`);
  return measured;
}

const row = (name: string, ms: number, limits: { aim: number; floor: number }): Row => ({
  ...bounded(name, ms, 'ms', limits),
  ours: `${ms.toFixed(1)} ms`,
});
