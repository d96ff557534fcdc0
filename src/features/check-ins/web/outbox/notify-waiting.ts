import { toast } from '#ui/toast.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { entryQueue } from './entry-queue.ts';

/** The number of waiting entries that the user was last notified of. */
let notifiedCount = 0;

const countWaiting = () => entryQueue.store.get().all.filter(({ state }) => state === 'waiting').length;

/** Shows how many entries are waiting. */
export function notifyWaiting(): void {
  notifiedCount = countWaiting();
  toast({ title: outboxTexts.waiting.count(notifiedCount), description: outboxTexts.waiting.detail });
}

/** The same, if there are more than before. */
export function notifyOfMoreWaiting(): void {
  if (countWaiting() > notifiedCount) notifyWaiting();
  notifiedCount = countWaiting();
}
