// Figures with a limit instead of a reference: startup time, memory, page size.
import { measure } from '../scripts/check/bundles.ts';
import { memoryMb } from './costs.ts';
import type { Filled } from './filled.ts';
import type { Instance } from './instance.ts';
import { atMost, type Row } from './report.ts';
import { median } from './rounds.ts';

/** Restarts the instance several times; the row shows the median startup time. */
export async function startRow(instance: Instance, times: number): Promise<Row> {
  const durations: number[] = [];
  for (let time = 0; time < times; time++) {
    await instance.stop();
    durations.push(await instance.start());
  }
  const ms = median(durations);
  return {
    ...bounded('start on existing data, database included', ms, 'ms', { aim: 1000, floor: 1000 }),
    details: durations,
  };
}

export function memoryRow({ instance, database }: Filled): Row {
  const parts = [memoryMb(instance.pid, database), memoryMb(database)];
  const known = parts.filter((part) => part !== null);
  const sum = known.reduce((all, part) => all + part, 0);
  const row = bounded('memory after load, server + database', sum, 'MB', { aim: 300, floor: 300 });
  if (known.length < parts.length) return { ...row, ours: '', verdict: 'not measured' };
  return { ...row, ours: `${known.map((part) => part.toFixed(0)).join(' + ')} MB` };
}

export function bundleRows(): Row[] {
  return measure('.').rows.map(({ name, bytes, aim, limit }) =>
    bounded(`JavaScript at first load, gzip: ${name}`, bytes / 1000, 'kB', { aim, floor: limit }),
  );
}

/** A figure with a limit. */
export function bounded(
  name: string,
  value: number,
  unit: string,
  bounds: { aim: number; floor: number },
): Row {
  return {
    name,
    ours: `${value.toFixed(unit === 'kB' ? 1 : 0)} ${unit}`,
    reference: '',
    ratio: null,
    aim: `${bounds.aim}`,
    floor: `${bounds.floor}`,
    verdict: atMost(value, bounds),
  };
}
