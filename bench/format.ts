// Formats figures for the table.
import type { Row } from './report.ts';
import type { Result } from './rounds.ts';

export function rate({ rate: perSecond, p50 }: Result): string {
  return `${Math.round(perSecond)}/s ${p50.toFixed(p50 < 1 ? 2 : 1)} ms`;
}

/**
 * Processor time per response in our process, the database and the load generator. The ratio excludes the generator: it
 * costs both sides the same, so when all cores are busy it brings the ratio of the rates closer to 1.
 */
export function perResponse(ours: Result, reference: Result): Row {
  const text = ({ serverUs, databaseUs, loaderUs }: Result) =>
    serverUs === null
      ? 'not measured'
      : `${[serverUs, databaseUs ?? [], loaderUs ?? []].flat().map(Math.round).join(' + ')} µs`;
  const sum = ({ serverUs, databaseUs }: Result) => (serverUs === null ? null : serverUs + (databaseUs ?? 0));
  const [first, second] = [sum(ours), sum(reference)];
  return {
    name: `  processor time per response: server${ours.databaseUs === null ? '' : ' + database'} + load`,
    ours: text(ours),
    reference: text(reference),
    ratio: first === null || second === null ? null : second / first,
    aim: '',
    floor: '',
    verdict: '',
  };
}
