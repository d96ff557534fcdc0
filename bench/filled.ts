// A running Logbook with users: a reader with 10,000 entries, and a writer who starts without entries.
import type { Instance, Person } from './instance.ts';
import { makeBareTable, seed } from './seed.ts';

export type Filled = {
  instance: Instance;
  database: number;
  reader: Person;
  writer: Person;
  entries: number;
};

export async function fill(instance: Instance, entries: number): Promise<Filled> {
  const reader = await instance.signUp('reader');
  const writer = await instance.signUp('writer');
  await instance.asOwner(async (owner) => {
    await seed(owner, reader.id, entries);
    await makeBareTable(owner);
  });
  return { instance, database: await instance.databasePid(), reader, writer, entries };
}
