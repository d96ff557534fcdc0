// Figures as the table shows them.
import type { Row } from './report.ts';
import type { Result } from './rounds.ts';

export function rate({ rate: perSecond, p50 }: Result): string {
  return `${Math.round(perSecond)}/s ${p50.toFixed(p50 < 1 ? 2 : 1)} ms`;
}

/** What an answer costs the processor: in our process and in the database's. */
export function perAnswer(ours: Result, reference: Result): Row {
  const text = ({ serverUs, databaseUs }: Result) =>
    serverUs === null
      ? 'not measured'
      : `${Math.round(serverUs)}${databaseUs === null ? '' : ` + ${Math.round(databaseUs)}`} µs`;
  const sum = ({ serverUs, databaseUs }: Result) => (serverUs === null ? null : serverUs + (databaseUs ?? 0));
  const [first, second] = [sum(ours), sum(reference)];
  return {
    name: '  processor an answer, server + database',
    ours: text(ours),
    reference: text(reference),
    ratio: first === null || second === null ? null : second / first,
    aim: '',
    floor: '',
    verdict: '',
  };
}
