// What a sign-in costs the database: the attempts that are counted, the password and the session that starts.
import { processorMs } from '../costs.ts';
import { password, type Instance } from '../instance.ts';

/** The attempts of earlier sign-ins would be refused. */
export async function resetLimits(instance: Instance): Promise<void> {
  await instance.asOwner((owner) => owner.query('delete from limit_hits'));
}

const times = 20;

/** Microseconds of processor time of each of several sign-ins, one after another. */
export async function signInCost(instance: Instance, database: number, email: string): Promise<number> {
  const before = processorMs(database) ?? 0;
  for (let time = 0; time < times; time++) {
    const response = await instance.post('/api/auth/sign-in', { email, password });
    await response.text();
    if (response.status !== 200) throw new Error(`A sign-in returned ${response.status}.`);
  }
  return (((processorMs(database) ?? 0) - before) * 1000) / times;
}
