// What the document of a signed-in person brings along, so that nothing of their first screen has to be asked for.
import type { AnswerOf } from '#platform/http/operation.ts';
import type { operations } from '#features/check-ins/contract.ts';

/** What the timeline asks first, answered by the server in the document. */
export type FirstPage = {
  /** By whose clock; a page that finds itself in another zone asks for its own. */
  timezone: string;
  months: AnswerOf<(typeof operations)['GET /api/check_ins/months']>;
  /** `YYYY-MM`: the month of the rows, which is the current one by that clock. */
  month: string;
  rows: AnswerOf<(typeof operations)['GET /api/check_ins']>;
};

/** Id of the element that holds it as JSON. */
export const firstPageId = 'logbook-first-page';
