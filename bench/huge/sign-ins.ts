// What a sign-in costs, in processor time: the whole path, with the attempts that are counted and the session that starts.
import { processorMs } from '../costs.ts';
import { password, type Instance } from '../instance.ts';

/** The attempts of earlier sign-ins would be refused. */
export async function resetLimits(instance: Instance): Promise<void> {
  await instance.asOwner((owner) => owner.query('delete from limit_hits'));
}

/** Microseconds of processor time of each of `times` sign-ins, one after another. */
export async function signInsOf(
  instance: Instance,
  database: number,
  email: string,
  times: number,
): Promise<{ serverUs: number; databaseUs: number }> {
  const used = () => [processorMs(instance.pid, database) ?? 0, processorMs(database) ?? 0] as const;
  const before = used();
  for (let time = 0; time < times; time++) {
    const response = await instance.post('/api/auth/sign-in', { email, password });
    await response.text();
    if (response.status !== 200) throw new Error(`A sign-in returned ${response.status}.`);
  }
  const after = used();
  const each = (part: 0 | 1) => ((after[part] - before[part]) * 1000) / times;
  return { serverUs: each(0), databaseUs: each(1) };
}
