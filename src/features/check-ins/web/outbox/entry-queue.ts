// The saved entries that are not on the timeline yet.
import { queue, type Queued } from '#platform/outbox/queue.ts';
import { draftFields, type Draft } from '../drafts/drafts.ts';

export type Save = Queued<Draft>;

/** The maximum number of entries that can wait in one browser. */
export const maxUnsent = 50;

export const entryQueue = queue<Draft>({
  name: 'unsent',
  fields: draftFields,
  idOf: ({ id }) => id,
  madeAt: ({ savedAt }) => savedAt,
});
