import { expect, test } from 'vitest';
import { contentTypeOf } from './content-type.ts';
import { prepareStored } from './prepare-stored.ts';

const pdf = { mime: 'application/pdf', extensions: ['pdf'], preview: 'pdf' };
/** The type of this file. */
const text = await contentTypeOf(import.meta.filename);
const original = { path: '/none', size: 100, sha256: Buffer.alloc(32) };
const options = { folder: 'ada/entry', maxBytes: 1000, fileName: 20 };

const prepare = (fileName: string, type: object | undefined, more: object = {}) =>
  prepareStored({ userId: 'ada', fileName, original, type, stage: expect.unreachable } as never, {
    ...options,
    ...more,
  });

test('a file is stored under a random name in its folder, and keeps its own for display', async () => {
  const prepared = await prepare('../a plan.pdf', pdf);
  expect(prepared).toMatchObject({
    columns: {
      file_name: 'a plan.pdf',
      file_path: expect.stringMatching(/^ada\/entry\/\d+-[0-9a-f]{16}\.pdf$/),
      view_path: null,
      view_size: 0,
      file_type: 'application',
      file_size: 100,
      mime_type: 'application/pdf',
      preview: 'pdf',
    },
    objects: [{ file: original }],
  });
});

test.each([
  ['of an unknown type', 'a.pdf', undefined, {}],
  ['of text with the name of a photo', 'a.jpg', text, {}],
  [
    'of a type that the bucket does not accept',
    'a.pdf',
    pdf,
    { accepts: (mime: string) => mime === 'text/plain' },
  ],
])('a file %s is refused', async (_which, name, type, more) => {
  expect(await prepare(name, type, more)).toBe('type refused');
});

test.each([
  [undefined, 'text'],
  [100, 'text'],
  [99, 'none'],
])('a text of 100 bytes, with a limit of %s, has the preview %s', async (textPreview, preview) => {
  const more = textPreview === undefined ? {} : { textPreview };
  expect(await prepare('a.txt', text, more)).toMatchObject({ columns: { preview } });
});
