// Day One's "JSON" export: a ZIP with a file for each journal, and the photos, videos and PDFs of the entries.
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { placeTexts } from '../../place-texts.ts';
import { reasonTexts } from '../../reason-texts.ts';
import { withTags } from '../../rules.ts';
import type { FoundFile } from '../../read/found.ts';
import { isObject, jsonItems, textIn, textsIn } from '../../read/json-items.ts';
import { plainFromMarkdown } from '../../read/markdown-text.ts';
import { blobOf, type Source } from '../../read/sources.ts';
import { textOf } from '../../read/text.ts';
import type { Format } from '../../read/format.ts';

/** Lists of an entry, with the folder of their files. */
const folders = { photos: 'photos', videos: 'videos', pdfAttachments: 'pdfs' } as const;
const types = new Map([
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['heic', 'image/heic'],
  ['webp', 'image/webp'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['pdf', 'application/pdf'],
]);

export const dayOne: Format = {
  id: 'day-one',
  accepts: ({ path }) => /\.json$/i.test(path),
  async read(source, sink, sources) {
    const journal = /([^/]+)\.json$/i.exec(source.path)?.[1] ?? '';
    let isDayOne = false;
    for await (const { list, number, value, line } of jsonItems(textOf(source))) {
      if (list !== 'entries') continue;
      isDayOne = true;
      const where = placeTexts.entry(source.path, number, line);
      if (!isObject(value)) {
        sink.skip(where, 'broken_item');
        continue;
      }
      const uuid = textIn(value, 'uuid');
      const at = Date.parse(textIn(value, 'creationDate'));
      const files = filesOf(value, source, sources, (name) => sink.skip(`${where}, ${name}`, 'file_missing'));
      const text = textIn(value, 'text').replace(/!?\[[^[\]]*\]\(dayone-moment:[^)]{0,200}\)/g, '');
      const content =
        plainFromMarkdown(text) || (files.length > 0 ? files.map(({ name }) => name).join(', ') : '');
      if (uuid === '') sink.skip(where, 'broken_item');
      else
        sink.found(
          {
            sourceId: uuid,
            at,
            text: withTags(content, textsIn(value, 'tags')),
            ...(journal && { group: journal }),
            reason: reasonTexts.journalEntry(journal),
            files,
          },
          where,
        );
    }
    if (!isDayOne) sink.skip(source.path, 'not_this_format');
  },
};

function filesOf(
  entry: Record<string, unknown>,
  { path }: Source,
  sources: ReadonlyMap<string, Source>,
  missing: (name: string) => void,
): FoundFile[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return Object.entries(folders).flatMap(([list, name]) => {
    const items = Array.isArray(entry[list]) ? entry[list].filter(isObject) : [];
    return items.flatMap((item, index): FoundFile[] => {
      const extension = textIn(item, 'type').toLowerCase() || (name === 'pdfs' ? 'pdf' : '');
      const file = sources.get(`${folder}${name}/${textIn(item, 'md5')}.${extension}`);
      const shown =
        textIn(item, 'filename') ||
        textIn(item, 'pdfName') ||
        `${name.replace(/s$/, '')}-${index + 1}.${extension}`;
      if (!file) {
        missing(shown);
        return [];
      }
      const type = types.get(extension) ?? 'application/octet-stream';
      return [{ name: shown, size: file.size, read: () => blobOf(file, type, entryLimits.fileBytes) }];
    });
  });
}
