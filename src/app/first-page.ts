// Data in the document of a signed-in user, so that their first screen needs no further requests.
import type { ResponseOf } from '#platform/http/operation.ts';
import type { operations } from '#features/check-ins/contract.ts';

/** The responses to the timeline's first requests, included in the document by the server. */
export type FirstPage = {
  /** The time zone of the data. A page in another zone requests its own. */
  timezone: string;
  months: ResponseOf<(typeof operations)['GET /api/check_ins/months']>;
  /** `YYYY-MM`: the month of the rows, the current one in that time zone. */
  month: string;
  rows: ResponseOf<(typeof operations)['GET /api/check_ins']>;
};

/** Id of the element with the data as JSON. */
export const firstPageId = 'logbook-first-page';
