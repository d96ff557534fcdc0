// What instances of three sizes need, computed from the measured costs and from assumptions about its users.
import { plain, type Row } from '../report.ts';

/** Of one operation, alone; microseconds and bytes. */
export type Cost = { serverUs: number; databaseUs: number; bytes: number; log: number; events: number };

const users = [10_000, 1_000_000, 10_000_000];
/** Of the registered users, on one day. */
const activeShare = 0.2;
/** The busiest hour has five times the average. */
const peakFactor = 5;
/** Processors are planned to be half idle at peak. */
const headroom = 2;
/** Of the active users, at peak, each with one open page. */
const onlineShare = 0.25;
/** How often an active user does it in one day. */
const perActiveDay: Record<string, number> = {
  'timeline, a page of 50': 20,
  'dashboard, rendered': 3,
  'search of 8,000 entries': 1,
  'check-in': 4,
  'sign-in': 0.05,
  'check-in with a file of 1 MB': 0.1,
  'check-in with a photo': 0.1,
  'public page, kept': 1,
  'public page, rendered': 0.2,
  'check-in with an email': 0.2,
};
/** The original and, of photos, the rendition. */
const bytesPerFile = 700_000;
/**
 * On disk, with indexes and the other tables: measured by `npm run bench -- --huge`; in use, indexes fill up less
 * tightly.
 */
const bytesPerEntry = 1.3 * 850;
const year = 365;

export function modelRows(costs: Map<string, Cost>): Row[] {
  const sum = (of: (cost: Cost) => number) =>
    Object.entries(perActiveDay).reduce((all, [name, times]) => {
      const cost = costs.get(name);
      if (!cost) throw new Error(`The cost of "${name}" was not measured.`);
      return all + times * of(cost);
    }, 0);
  const entriesPerDay = Object.entries(perActiveDay).reduce(
    (all, [name, times]) => all + (name.startsWith('check-in') ? times : 0),
    0,
  );
  const filesPerDay = perActiveDay['check-in with a file of 1 MB']! + perActiveDay['check-in with a photo']!;
  const figures: [string, (active: number) => string][] = [
    ['requests per second at peak', (active) => count(atPeak(active * sum(() => 1)))],
    ['processors for Logbook, half idle at peak', (active) => cores(active * sum((cost) => cost.serverUs))],
    [
      'processors for the database, half idle at peak',
      (active) => cores(active * sum((cost) => cost.databaseUs)),
    ],
    ['check-ins per second at peak', (active) => count(atPeak(active * entriesPerDay))],
    ['events per second at peak', (active) => count(atPeak(active * sum((cost) => cost.events)))],
    ['log of the database per second at peak', (active) => bytes(atPeak(active * sum((cost) => cost.log)))],
    ['live sockets at peak', (active) => count(active * onlineShare)],
    ['entries after a year', (active) => count(active * entriesPerDay * year)],
    ['database after a year', (active) => bytes(active * entriesPerDay * year * bytesPerEntry)],
    ['bucket after a year', (active) => bytes(active * filesPerDay * year * bytesPerFile)],
    ['responses per month, without files', (active) => bytes(active * sum((cost) => cost.bytes) * 30)],
  ];
  return figures.map(([name, figure]) =>
    plain(`model: ${name}`, users.map((all) => figure(all * activeShare)).join(' / ')),
  );
}

const atPeak = (perDay: number) => (perDay * peakFactor) / 86_400;
/** Of microseconds on one day. */
const cores = (us: number) => ((atPeak(us) / 1e6) * headroom).toFixed(2);
const count = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en'));

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const scaled = value / 1000 ** at;
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${units[at]}`;
}
