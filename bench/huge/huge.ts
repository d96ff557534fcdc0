// `npm run bench -- --huge`: one database with 20 million check-ins on disk. Shows whether every declared statement
// still has a bounded plan, what the calls cost compared with 10 thousand check-ins, and what grows.
import { tmpdir } from 'node:os';
import { Instance } from '../instance.ts';
import { takePlans } from '../plans.ts';
import { publish } from '../public-pages.ts';
import { plain, type Row } from '../report.ts';
import type { Length, Loader } from '../rounds.ts';
import { takeTeamPlans } from '../team-plans.ts';
import { rowsOfPlans } from '../growth.ts';
import { planAll } from './all-plans.ts';
import { callRows, type Loaded } from './calls.ts';
import { checkRoom, fewestEntries, load, namedOf } from './load.ts';
import { callTheRest, scanRow, scansOf } from './scans.ts';
import { sizeRows, startRow } from './sizes.ts';

export type HugeOptions = {
  entries: number;
  /** Keeps the data folder at the end. */
  keep: boolean;
  /** The data folder that an earlier run kept; it is kept again. */
  reuse: string | undefined;
};

/** Calls `add` with the rows of each part, so that a failure later loses none. */
export async function measureHuge(
  loader: Loader,
  length: Length,
  { entries, keep, reuse }: HugeOptions,
  add: (rows: Row[]) => void,
): Promise<void> {
  if (!(entries >= fewestEntries)) throw new Error(`--entries must be at least ${fewestEntries}.`);
  if (!reuse) await checkRoom(tmpdir(), entries);
  const small = await loadedInstance(fewestEntries);
  const large = await (reuse ? loadedBefore(reuse) : loadedInstance(entries)).catch(
    async (error: unknown) => {
      await small.instance.remove();
      throw error;
    },
  );
  try {
    const scans = await scansOf(large.instance);
    console.log('measuring: calls');
    add(await callRows(loader, length, small, large));
    await callTheRest(large);
    // A restart ends the connections, which then report their scans.
    add([await startRow(small, large), scanRow(scans, await scansOf(large.instance))]);
    console.log('measuring: plans');
    add(await planRows(large));
    console.log('measuring: sizes');
    add(await large.instance.asOwner((owner) => sizeRows(owner, large.entries)));
  } finally {
    await small.instance.remove();
    if (keep || reuse) {
      await large.instance.stop();
      console.log(`The large database is kept in ${large.instance.dataDir}.`);
    } else await large.instance.remove();
  }
}

async function loadedInstance(entries: number): Promise<Loaded> {
  const instance = await Instance.make();
  try {
    console.log(`loading ${entries.toLocaleString('en')} entries`);
    const named = await load(instance, entries);
    await publish(instance);
    // Loading takes longer than a session's access token is valid.
    await instance.asOwner((owner) =>
      owner.query(
        `update sessions set access_expires_at = now() + interval '1 day' where user_id = any ($1)`,
        [Object.values(named).map(({ id }) => id)],
      ),
    );
    return { instance, database: await instance.databasePid(), named, entries };
  } catch (error) {
    await instance.remove();
    throw error;
  }
}

async function loadedBefore(dataDir: string): Promise<Loaded> {
  const instance = await Instance.make({}, dataDir);
  try {
    const named = await namedOf(instance);
    const entries = await instance.asOwner(async (owner) => {
      const { rows } = await owner.query<{ count: string }>('select count(*) from check_ins');
      return Number(rows[0]!.count);
    });
    return { instance, database: await instance.databasePid(), named, entries };
  } catch (error) {
    await instance.stop();
    throw error;
  }
}

async function planRows({ instance, named }: Loaded): Promise<Row[]> {
  const planned = await planAll(instance, named.reader.id);
  const faulty = planned.filter(({ problems }) => problems.length > 0);
  const row = (name: string, ours: string, missed: boolean): Row => ({
    ...plain(name, ours),
    aim: '0',
    floor: '0',
    verdict: missed ? 'missed' : 'aim',
  });
  return [
    row(
      `problems in the plans of ${planned.length} declared statements`,
      `${faulty.length}`,
      faulty.length > 0,
    ),
    ...faulty.map(({ statement, role, problems }) =>
      row(`  ${role}: ${statement}`, problems.join(', '), true),
    ),
    ...rowsOfPlans([
      ...(await takePlans(instance, named.heavy)),
      ...(await takeTeamPlans(instance, named.heavy)),
    ]),
  ];
}
