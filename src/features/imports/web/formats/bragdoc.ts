// BragDoc's export, version 1.0: achievements, with the names of their projects.
import { placeTexts } from '../../place-texts.ts';
import { reasonTexts } from '../../reason-texts.ts';
import { isObject, jsonItems, textIn } from '../../read/json-items.ts';
import { plainFromMarkdown } from '../../read/markdown-text.ts';
import { textOf } from '../../read/text.ts';
import type { Format } from '../../read/format.ts';

export const bragdoc: Format = {
  id: 'bragdoc',
  accepts: ({ path }) => /\.json$/i.test(path),
  async read(source, sink) {
    const projects = new Map<string, string>();
    let isBragDoc = false;
    for await (const { list, number, line, value } of jsonItems(textOf(source))) {
      // The file lists projects before achievements.
      if (list === 'projects' && isObject(value)) projects.set(textIn(value, 'id'), textIn(value, 'name'));
      if (list !== 'achievements') continue;
      isBragDoc = true;
      const where = placeTexts.achievement(source.path, number, line);
      if (!isObject(value) || textIn(value, 'id') === '') {
        sink.skip(where, 'broken_item');
        continue;
      }
      const date = textIn(value, 'eventEnd') || textIn(value, 'eventStart') || textIn(value, 'createdAt');
      const project = projects.get(textIn(value, 'projectId')) ?? '';
      const detail = textIn(value, 'details') || textIn(value, 'summary');
      const text = [textIn(value, 'title'), detail].filter((part) => part.trim() !== '').join('\n');
      if (value['isArchived'] === true) sink.skip(where, 'deleted');
      else if (date === '') sink.skip(where, 'no_date');
      else
        sink.found(
          {
            sourceId: textIn(value, 'id'),
            at: Date.parse(date),
            text: plainFromMarkdown(text),
            ...(project && { group: project }),
            reason: reasonTexts.achievement(project),
          },
          where,
        );
    }
    if (!isBragDoc) sink.skip(source.path, 'not_this_format');
  },
};
