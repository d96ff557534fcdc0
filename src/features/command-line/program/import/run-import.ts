// One run of an adapter: reads each origin, sends what it found, and notes the run once everything was answered.
import { dateProblem } from '#platform/clock/past-date.ts';
import { dayBounds, dayOf } from '#platform/clock/days.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { yearBefore } from '#features/imports/settings-rules.ts';
import { importTexts } from '../../import-texts.ts';
import type { Credentials } from '../credentials.ts';
import { timeZone } from '../day-input.ts';
import type { Adapter, Found, LeftOut, Origin, Period, Reader } from './adapter.ts';
import { accountOf, pastRuns, remember, type PastRun } from './past-runs.ts';
import { Sender, suggestionOf, type Tally } from './send.ts';

/** What is read again before the last run: pushes and rebases come late. */
const overlapMs = 7 * dayMs;
/** Suggestions. */
export const shownInDryRun = 20;

export type Request = {
  adapter: Adapter;
  words: readonly string[];
  /** The addresses that the user named, in lower case. */
  addresses: readonly string[];
  /** The beginning that the user chose, in milliseconds. */
  since: number | undefined;
  /** Undefined for a dry run without a sign-in. */
  credentials: Credentials | undefined;
  /** Nothing is sent or noted. */
  isDry: boolean;
  onNote: (text: string) => void;
  onProgress: (text: string) => void;
};

export type Result = {
  adapter: Adapter['name'];
  label: string;
  /** ISO instants. */
  from: string;
  to: string;
  found: number;
  /** The first ones, as they would be sent. Of a dry run only. */
  first: ReturnType<typeof suggestionOf>[];
  leftOut: Map<LeftOut, number>;
} & Tally;

/** One result for each origin. Throws when one of them could not be completed: those before it are noted. */
export async function runImport(request: Request): Promise<Result[]> {
  const results: Result[] = [];
  for (const origin of await open(request, request.words, request.addresses))
    results.push(await importOrigin(origin, request));
  return results;
}

function open(
  { adapter, credentials, onNote }: Request,
  words: readonly string[],
  addresses: readonly string[],
): Promise<Origin[]> {
  const notes: Reader = { note: onNote, leaveOut: () => undefined };
  // Calendars say who declined by address, and the account's is one of the user's.
  const email = adapter.name === 'git' ? null : credentials?.email;
  return adapter.open(words, email == null ? addresses : [...addresses, email.toLowerCase()], notes);
}

async function importOrigin(named: Origin, request: Request): Promise<Result> {
  const { adapter, credentials, isDry, since } = request;
  const account = credentials && accountOf(credentials);
  const past = account === undefined ? undefined : pastRuns(account).find(isOf(adapter, named));
  // An address that the user named once stays one of the user's.
  const addresses = [...new Set([...(past?.addresses ?? []), ...request.addresses])];
  const isAsNamed = addresses.length === request.addresses.length;
  const [origin = named] = isAsNamed ? [] : await open(request, named.words, addresses);
  const period = periodOf(past, { since, addresses, to: Date.now() });
  const result = await readAndSend(origin, period, request);
  if (account === undefined || isDry) return result;
  const first = Math.min(period.first, past ? Date.parse(past.first) : Infinity);
  // A beginning after the last run leaves a gap, which the next run still has to read.
  const isComplete = !past || period.from <= Date.parse(past.last);
  remember({
    ...{ account, adapter: adapter.name, origin: origin.id, label: origin.label, words: origin.words },
    ...{ addresses, first: new Date(first).toISOString() },
    last: isComplete ? new Date(period.to).toISOString() : past.last,
  });
  return result;
}

const isOf =
  (adapter: Adapter, origin: Origin) =>
  (run: PastRun): boolean =>
    run.adapter === adapter.name && run.origin === origin.id;

type Asked = { since: number | undefined; addresses: readonly string[]; to: number };

function periodOf(past: PastRun | undefined, { since, addresses, to }: Asked): Period {
  if (since !== undefined) return { from: since, first: since, to };
  if (past) {
    const first = Date.parse(past.first);
    // What is by an address that is new here was left out before.
    const isKnown = addresses.every((address) => past.addresses.includes(address));
    return { from: isKnown ? Date.parse(past.last) - overlapMs : first, first, to };
  }
  const from = Date.parse(dayBounds(yearBefore(dayOf(to, timeZone())), timeZone()).from);
  return { from, first: from, to };
}

async function readAndSend(origin: Origin, period: Period, request: Request): Promise<Result> {
  const { adapter, credentials, isDry, onNote, onProgress } = request;
  const leftOut = new Map<LeftOut, number>();
  const leaveOut = (why: LeftOut, count = 1) => void leftOut.set(why, (leftOut.get(why) ?? 0) + count);
  const sender = credentials && !isDry ? new Sender(credentials, onProgress) : undefined;
  const tally = sender?.tally ?? { added: 0, known: 0, refused: new Map<string, number>() };
  const ids = new Set<string>();
  const first: Result['first'] = [];
  for await (const found of origin.read(period, { leaveOut, note: onNote })) {
    const why = ids.has(found.sourceId) ? 'duplicate' : reasonAgainst(found, period);
    if (why) {
      leaveOut(why);
      continue;
    }
    ids.add(found.sourceId);
    if (ids.size % 100 === 0) onProgress(importTexts.progress(origin.label, ids.size, answeredOf(tally)));
    const suggestion = suggestionOf(adapter.source, found);
    if (isDry && first.length < shownInDryRun) first.push(suggestion);
    await sender?.add(suggestion);
  }
  await sender?.flush();
  return {
    ...{ adapter: adapter.name, label: origin.label, found: ids.size, first, leftOut, ...tally },
    ...{ from: new Date(period.from).toISOString(), to: new Date(period.to).toISOString() },
  };
}

/** Dates that the server refuses, and those that do not even have a form that it reads. */
function reasonAgainst({ at }: Found, { to }: Period): LeftOut | undefined {
  if (at > to + 60_000) return 'in_future';
  return Number.isNaN(at) || dateProblem(new Date(at), new Date(to)) ? 'bad_date' : undefined;
}

const answeredOf = ({ added, known, refused }: Tally) =>
  added + known + [...refused.values()].reduce((sum, count) => sum + count, 0);
