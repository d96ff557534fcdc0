// LinkedIn's archive ("Get a copy of your data"): positions, certificates, projects and honors, and recommendations by others.
import { reasonTexts } from '../../reason-texts.ts';
import { csvRows } from '../../read/csv-rows.ts';
import { dateReader } from '../../read/dates.ts';
import type { Sink } from '../../read/found.ts';
import { shortHash } from '../../read/short-hash.ts';
import type { Source } from '../../read/sources.ts';
import { textOf } from '../../read/text.ts';
import { sectionTexts, stageTexts } from '../../stage-texts.ts';
import type { Format } from '../../read/format.ts';

type Cell = (name: string) => string;
type Suggest = (date: string, text: string) => void;

/** The files that are read, with the column by which each is recognized: some begin with notes. */
const files: Record<
  string,
  { column: string; group: string; read: (cell: Cell, suggest: Suggest, sink: Sink) => void }
> = {
  positions: {
    column: 'Company Name',
    group: sectionTexts.positions,
    read(cell, suggest) {
      const place = { position: cell('Title'), company: cell('Company Name') };
      suggest(cell('Started On'), `${stageTexts.started(place)}\n${cell('Description')}`);
      if (cell('Finished On') !== '') suggest(cell('Finished On'), stageTexts.finished(place));
    },
  },
  certifications: {
    column: 'Authority',
    group: sectionTexts.certificates,
    read: (cell, suggest) =>
      suggest(
        cell('Started On') || cell('Finished On'),
        stageTexts.certificate(cell('Name'), cell('Authority'), cell('Url')),
      ),
  },
  projects: {
    column: 'Title',
    group: sectionTexts.projects,
    read: (cell, suggest) =>
      suggest(
        cell('Finished On') || cell('Started On'),
        `${cell('Title')}\n${cell('Description')}\n${cell('Url')}`,
      ),
  },
  honors: {
    column: 'Title',
    group: sectionTexts.honors,
    read: (cell, suggest) => suggest(cell('Issued On'), `${cell('Title')}\n${cell('Description')}`),
  },
  recommendations_received: {
    column: 'Text',
    group: sectionTexts.recommendations,
    read(cell, suggest, sink) {
      const text = cell('Text');
      const by = {
        name: `${cell('First Name')} ${cell('Last Name')}`.trim(),
        position: cell('Job Title'),
        company: cell('Company'),
      };
      if (text === '') return;
      sink.recommend({ ...by, text });
      suggest(cell('Creation Date'), stageTexts.recommendation(by, text));
    },
  },
};

const nameOf = ({ path }: Source) =>
  /(?:^|\/)([A-Za-z_ ]+)\.csv$/.exec(path)?.[1]?.toLowerCase().replace(/ /g, '_') ?? '';

export const linkedIn: Format = {
  id: 'linkedin',
  accepts: (source) => Object.hasOwn(files, nameOf(source)),
  async read(source, sink) {
    const name = nameOf(source);
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) return sink.skip(source.path, 'not_this_format');
    const dateOf = dateReader(sink.options.timeZone);
    let header: string[] | undefined;
    for await (const { cells, line } of csvRows(textOf(source), (at) =>
      sink.skip(`${source.path}:${at}`, 'broken_line'),
    )) {
      if (!header) {
        if (cells.some((cell) => cell.trim() === file.column)) header = cells.map((cell) => cell.trim());
        continue;
      }
      const columns = header;
      const where = `${source.path}:${line}`;
      const cell: Cell = (column) => cells[columns.indexOf(column)]?.trim() ?? '';
      const suggest: Suggest = (date, text) => {
        // LinkedIn writes dates in the order of the United States.
        const at = date === '' ? undefined : dateOf(date, false);
        if (at === undefined) return sink.skip(where, date === '' ? 'no_date' : 'bad_date');
        const content = text.trim();
        sink.found(
          {
            sourceId: `${name}/${shortHash(`${at} ${content}`)}`,
            at,
            text: content,
            group: file.group,
            reason: reasonTexts.linkedIn(file.group),
          },
          where,
        );
      };
      file.read(cell, suggest, sink);
    }
    if (!header) sink.skip(source.path, 'not_this_format');
  },
};
