// JSON Resume (jsonresume.org): what its sections say with a date.
import { placeTexts } from '../../place-texts.ts';
import { reasonTexts } from '../../reason-texts.ts';
import { sectionTexts, stageTexts } from '../../stage-texts.ts';
import { dateReader } from '../../read/dates.ts';
import { isObject, jsonItems, textIn, textsIn } from '../../read/json-items.ts';
import { shortHash } from '../../read/short-hash.ts';
import { textOf } from '../../read/text.ts';
import type { Format } from '../../read/format.ts';

type Read = (name: string) => string;
/** A section's suggestions, each a date and a text. */
type Section = { title: string; read: (text: Read, highlights: string[]) => [date: string, text: string][] };

const lines = (...parts: string[]) => parts.filter((part) => part !== '').join('\n');
const listed = (highlights: string[]) => highlights.map((highlight) => `- ${highlight}`).join('\n');

/** Work and volunteering: the beginning, and the end with what came of it. */
function stage(company: string, text: Read, highlights: string[]): [string, string][] {
  const place = { position: text('position'), company };
  const result = lines(text('summary'), listed(highlights));
  const [start, end] = [text('startDate'), text('endDate')];
  if (end === '') return [[start, lines(stageTexts.started(place), result)]];
  return [
    [start, stageTexts.started(place)],
    [end, lines(stageTexts.finished(place), result)],
  ];
}

const sections: Record<string, Section> = {
  work: {
    title: sectionTexts.work,
    read: (text, highlights) => stage(text('name') || text('company'), text, highlights),
  },
  volunteer: {
    title: sectionTexts.volunteering,
    read: (text, highlights) => stage(text('organization'), text, highlights),
  },
  projects: {
    title: sectionTexts.projects,
    read: (text, highlights) => [
      [
        text('endDate') || text('startDate'),
        lines(text('name'), text('description'), listed(highlights), text('url')),
      ],
    ],
  },
  education: {
    title: sectionTexts.education,
    read: (text) => [
      [
        text('endDate') || text('startDate'),
        stageTexts.degree(text('studyType'), text('area'), text('institution')),
      ],
    ],
  },
  awards: {
    title: sectionTexts.awards,
    read: (text) => [
      [text('date'), lines(stageTexts.award(text('title'), text('awarder')), text('summary'))],
    ],
  },
  certificates: {
    title: sectionTexts.certificates,
    read: (text) => [[text('date'), stageTexts.certificate(text('name'), text('issuer'), text('url'))]],
  },
  publications: {
    title: sectionTexts.publications,
    read: (text) => [
      [
        text('releaseDate'),
        lines(stageTexts.award(text('name'), text('publisher')), text('summary'), text('url')),
      ],
    ],
  },
};

export const jsonResume: Format = {
  id: 'json-resume',
  accepts: ({ path }) => /\.json$/i.test(path),
  async read(source, sink) {
    const dateOf = dateReader(sink.options.timeZone);
    let isResume = false;
    for await (const { list, number, line, value } of jsonItems(textOf(source))) {
      if (list === 'basics') isResume = true;
      const section = Object.hasOwn(sections, list) ? sections[list] : undefined;
      if (!section) continue;
      isResume = true;
      const where = placeTexts.item(source.path, list, number, line);
      if (!isObject(value)) {
        sink.skip(where, 'broken_item');
        continue;
      }
      for (const [date, text] of section.read(
        (name) => textIn(value, name).trim(),
        textsIn(value, 'highlights'),
      )) {
        const at = date === '' ? undefined : dateOf(date, false);
        if (at === undefined) sink.skip(where, date === '' ? 'no_date' : 'bad_date');
        else
          sink.found(
            {
              sourceId: `${list}/${shortHash(`${at} ${text}`)}`,
              at,
              text,
              group: section.title,
              reason: reasonTexts.resume(section.title),
            },
            where,
          );
      }
    }
    if (!isResume) sink.skip(source.path, 'not_this_format');
  },
};
