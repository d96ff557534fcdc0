// Memos: the response of its API, `GET /api/v1/memos`, saved as a file.
import { placeTexts } from '../../place-texts.ts';
import { reasonTexts } from '../../reason-texts.ts';
import { withTags } from '../../rules.ts';
import { isObject, jsonItems, textIn, textsIn } from '../../read/json-items.ts';
import { plainFromMarkdown } from '../../read/markdown-text.ts';
import { textOf } from '../../read/text.ts';
import type { Format } from '../../read/format.ts';

export const memos: Format = {
  id: 'memos',
  accepts: ({ path }) => /\.json$/i.test(path),
  async read(source, sink) {
    let isMemos = false;
    for await (const { list, number, line, value } of jsonItems(textOf(source))) {
      if (list !== 'memos' && list !== '') continue;
      const where = placeTexts.memo(source.path, number, line);
      if (!isObject(value)) {
        sink.skip(where, 'broken_item');
        continue;
      }
      const id = textIn(value, 'name') || textIn(value, 'uid');
      const content = textIn(value, 'content');
      const date = textIn(value, 'displayTime') || textIn(value, 'createTime');
      if (id === '' || !('content' in value)) {
        sink.skip(where, 'broken_item');
        continue;
      }
      isMemos = true;
      if (textIn(value, 'state') === 'DELETED') {
        sink.skip(where, 'deleted');
        continue;
      }
      const attachments = value['attachments'] ?? value['resources'];
      for (const file of Array.isArray(attachments) ? attachments.filter(isObject) : [])
        sink.skip(`${where}, ${textIn(file, 'filename')}`, 'file_missing');
      const at = date === '' ? Number.NaN : Date.parse(date);
      sink.found(
        {
          sourceId: id,
          at,
          text: withTags(plainFromMarkdown(content), textsIn(value, 'tags')),
          reason: reasonTexts.memo,
        },
        where,
      );
    }
    if (!isMemos) sink.skip(source.path, 'not_this_format');
  },
};
