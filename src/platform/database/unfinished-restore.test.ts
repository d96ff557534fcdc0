import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  beginRestore,
  endRestore,
  markRowsRestored,
  refuseUnfinishedRestore,
  unfinishedRestore,
} from './unfinished-restore.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a restore is marked from its beginning to its end, and remembers whether rows were restored', async () => {
  await app.database.asOwner(async (owner) => {
    expect(await unfinishedRestore(owner)).toBeNull();
    await refuseUnfinishedRestore(owner);
    await expect(markRowsRestored(owner)).rejects.toThrow('The mark of the restore was removed.');

    await beginRestore(owner, '/backups/one.zip');
    expect(await unfinishedRestore(owner)).toEqual({ archive: '/backups/one.zip', hasRows: false });
    await markRowsRestored(owner);
    await beginRestore(owner, "/back ups/it's.zip");
    expect(await unfinishedRestore(owner)).toEqual({ archive: "/back ups/it's.zip", hasRows: true });
    // The path as a shell needs it.
    await expect(refuseUnfinishedRestore(owner)).rejects.toThrow(
      `npm run restore -- '/back ups/it'\\''s.zip'`,
    );

    await endRestore(owner);
    expect(await unfinishedRestore(owner)).toBeNull();
  });
});
