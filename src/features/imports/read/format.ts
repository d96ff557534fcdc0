import type { FormatId } from '../constants.ts';
import type { Sink } from './found.ts';
import type { Source } from './sources.ts';

/** How files of one format are read. One is read after the other; all that a ZIP or folder contains are `sources`. */
export type Format = {
  id: FormatId;
  /** Whether it is one of the format's files, judged by its path. A single file is always read. */
  accepts: (source: Source) => boolean;
  /** Reports to the sink. May throw `Unreadable`: what was found before stays. `sources`: files next to it. */
  read: (source: Source, sink: Sink, sources: ReadonlyMap<string, Source>) => Promise<void>;
};
