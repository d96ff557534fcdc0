import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFiles } from '#app/server/schema.ts';
import { readConfig } from '../config/config.ts';
import { makeFolder, serverPid, until } from './embedded/embedded-testing.ts';
import { openDatabase } from './open.ts';

test('queries recover after the embedded server dies, and a graceful shutdown reports no lost connection', async () => {
  const folder = await makeFolder();
  const lost: string[] = [];
  const database = await openDatabase({
    config: readConfig({ DATA_DIR: join(folder.path, 'data') }),
    appSecret: 'one secret of thirty-two characters',
    schema: schemaFiles,
    say: () => undefined,
    onLost: (error) => lost.push(error.message),
  });
  const query = () => database.app.query<{ one: number }>('select 1 as one').then(({ rows }) => rows);
  const queryAll = () => Promise.all(Array.from({ length: 20 }, query));
  try {
    await queryAll();
    expect(await database.hasRoom()).toBe(true);
    process.kill(await serverPid(join(folder.path, 'data', 'postgres')), 'SIGKILL');
    await until(() => Promise.resolve(lost.length > 0), 'the loss of the connections');
    await until(() => queryAll().catch(() => undefined), 'results from the restarted server');
  } finally {
    lost.length = 0;
    await queryAll();
    await database.close();
    await folder.remove();
  }
  expect(lost).toEqual([]);
});
