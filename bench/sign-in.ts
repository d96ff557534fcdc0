// Checks whether the time of a refused sign-in reveals if the address has an account (R-A5).
import type pg from 'pg';
import type { Filled } from './filled.ts';
import type { Instance } from './instance.ts';
import type { Row } from './report.ts';
import { median } from './rounds.ts';

type Times = { knownMs: number; unknownMs: number };

export async function signInRow({ instance, reader }: Filled, pairs: number): Promise<Row> {
  const { knownMs, unknownMs } = await instance.asOwner((owner) =>
    signInTimes(instance, owner, reader.email, pairs),
  );
  const ratio = knownMs / unknownMs;
  return {
    name: `refused sign-in, known against unknown address, ${pairs} pairs`,
    ours: `${knownMs.toFixed(1)} ms`,
    reference: `${unknownMs.toFixed(1)} ms`,
    ratio,
    aim: '0.9-1.1',
    floor: '0.9-1.1',
    verdict: ratio >= 0.9 && ratio <= 1.1 ? 'aim' : 'missed',
  };
}

/** Signs in with a wrong password, alternating a known and an unknown address; resets the limits between pairs. */
async function signInTimes(
  instance: Instance,
  owner: pg.Client,
  knownEmail: string,
  pairs: number,
): Promise<Times> {
  const known: number[] = [];
  const unknown: number[] = [];
  const attempt = async (email: string, times: number[]) => {
    const started = performance.now();
    const response = await instance.post('/api/auth/sign-in', { email, password: 'not the right one' });
    await response.arrayBuffer();
    times.push(performance.now() - started);
    if (response.status !== 401) throw new Error(`A wrong password returned ${response.status}.`);
  };
  for (let pair = -5; pair < pairs; pair++) {
    await owner.query('delete from limit_hits');
    const attempts = [
      () => attempt(knownEmail, known),
      () => attempt(`unknown${pair + 5}@example.com`, unknown),
    ];
    for (const next of pair % 2 === 0 ? attempts : attempts.toReversed()) await next();
    // The first pairs only warm up the server.
    if (pair < 0) [known, unknown].forEach((times) => times.splice(0));
  }
  return { knownMs: median(known), unknownMs: median(unknown) };
}
