import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { attach, writeEntry } from '../../../../tests/support/files.ts';
import { sweepFiles } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function* bytes(text: string) {
  yield Buffer.from(text);
}

it('removes old bytes without a row and old staged files, and nothing else', async () => {
  const ada = await app.signUp();
  const entry = await writeEntry(ada);
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00c' } })
    .png()
    .toBuffer();
  const { json } = await attach(ada, { entry: entry.id, name: 'a.png', content: photo });
  const own = [`log-files/${json.file_path}`, `log-files/${json.file_path}.view.webp`];
  // More than one page of them.
  const lost = Array.from({ length: 620 }, (_, n) => `log-files/${ada.userId}/${entry.id}/lost-${n}.txt`);
  const young = `log-files/${ada.userId}/${entry.id}/young.txt`;
  for (const key of [...lost, young]) await app.files.put(await app.files.stage(bytes('x'), 10), key);
  for (const key of [...lost, ...own]) await utimes(join(app.filesRoot, key), 1000, 1000);
  const left = await app.files.stage(bytes('left by a crash'), 100);
  await utimes(left.path, 1000, 1000);
  await app.files.stage(bytes('on its way'), 100);

  expect(await sweepFiles(app.database.jobs, app.files, new Date())).toEqual({ objects: 620, staged: 1 });
  const keys = (await app.files.list('log-files/', undefined, 1000)).map((object) => object.key);
  expect(keys.toSorted()).toEqual([...own, young].toSorted());
  expect(await sweepFiles(app.database.jobs, app.files, new Date())).toEqual({ objects: 0, staged: 0 });
});
