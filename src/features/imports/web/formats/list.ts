// The formats that can be imported. Add a new one here, to `formatIds` of `constants.ts`, and its page to `format-texts.ts`.
import type { FormatId } from '../../constants.ts';
import { bragdoc } from './bragdoc.ts';
import { calendar } from '../../read/calendar.ts';
import { csv } from './csv.ts';
import { dayOne } from './day-one.ts';
import type { Format } from '../../read/format.ts';
import { jsonResume } from './json-resume.ts';
import { linkedIn } from './linkedin.ts';
import { markdown } from './markdown.ts';
import { memos } from './memos.ts';

export const formats: Record<FormatId, Format> = {
  calendar,
  csv,
  markdown,
  'day-one': dayOne,
  linkedin: linkedIn,
  memos,
  bragdoc,
  'json-resume': jsonResume,
};
