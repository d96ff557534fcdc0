import { workLog } from '#tests/e2e/support/work-log.ts';
import type { Instance, Person } from './instance.ts';
import { writeEntries } from './seed.ts';

export const longLogEntries = 10_000;

/** Signs up a user with ten thousand entries of ordinary texts. */
export async function signUpWithLongLog(instance: Instance, name: string): Promise<Person> {
  const person = await instance.signUpSettled(name);
  const log = workLog().map(({ content }) => content);
  await instance.asOwner((owner) => writeEntries(owner, person.id, log, longLogEntries));
  return person;
}
