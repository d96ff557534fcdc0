import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { makeFolder, serverPid, until } from './embedded/embedded-testing.ts';
import { openDatabase } from './open.ts';

test('an orderly end loses no connection; a server that dies loses them, and queries go on with the next', async () => {
  const folder = await makeFolder();
  const lost: string[] = [];
  const database = await openDatabase({
    config: readConfig({ DATA_DIR: join(folder.path, 'data') }),
    appSecret: 'one secret of thirty-two characters',
    migrations: join(import.meta.dirname, '../../../migrations'),
    say: () => undefined,
    onLost: (error) => lost.push(error.message),
  });
  const ask = () => database.app.query<{ one: number }>('select 1 as one').then(({ rows }) => rows);
  const all = () => Promise.all(Array.from({ length: 20 }, ask));
  try {
    await all();
    expect(await database.hasRoom()).toBe(true);
    process.kill(await serverPid(join(folder.path, 'data', 'postgres')), 'SIGKILL');
    await until(() => Promise.resolve(lost.length > 0), 'the end of the connections');
    await until(() => all().catch(() => undefined), 'answers of the next server');
  } finally {
    lost.length = 0;
    await all();
    await database.close();
    await folder.remove();
  }
  expect(lost).toEqual([]);
});
