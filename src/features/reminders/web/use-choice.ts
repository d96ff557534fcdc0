import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { toast } from '#ui/toast.ts';
import type { Chosen, Reminders } from '../contract.ts';
import { texts } from '../texts.ts';
import { about, call, remindersQuery } from './queries.ts';

/** What the user changes: the rest stays. */
export type Change = {
  question?: Partial<Chosen['question']>;
  nudge?: Partial<Chosen['nudge']>;
  time_zone?: string;
};

/** The zone in which days and hours are shown: until the user has chosen one, the browser's. */
export const zoneOf = ({ time_zone }: Pick<Reminders, 'time_zone'>): string => time_zone ?? readerTimeZone();

function chosenWith(now: Reminders, { question, nudge, time_zone }: Change): Chosen {
  const { state, day, hour } = now.question;
  const { days, by_email } = now.nudge;
  return {
    time_zone: time_zone ?? zoneOf(now),
    locale: navigator.language.slice(0, 35),
    question: { ...{ state, day, hour }, ...question },
    nudge: { ...{ state: now.nudge.state, days, hour: now.nudge.hour, by_email }, ...nudge },
  };
}

/** Changes without a response yet, oldest first. */
const waiting: { chosen: Chosen; done?: string | undefined }[] = [];

/** Sends what waits before the page is gone. The last change contains the ones before it. */
function sendWaiting(): void {
  const last = waiting.at(-1);
  if (!last) return;
  const body = JSON.stringify(last.chosen);
  const headers = { 'content-type': 'application/json' };
  void fetch('/api/reminders', { method: 'PUT', keepalive: true, headers, body }).catch(() => undefined);
}

/** Applies changes immediately, in their order. Each shows at once, and is undone if it is refused. */
export function useChoice() {
  const queries = useQueryClient();
  const { queryKey } = remindersQuery;
  const change = useMutation({
    mutationKey: queryKey,
    scope: { id: 'reminders' },
    mutationFn: ({ chosen }: (typeof waiting)[number]) => call('PUT /api/reminders', { body: chosen }),
    async onMutate({ chosen }) {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(
        queryKey,
        (now) =>
          now && {
            ...now,
            time_zone: chosen.time_zone,
            question: { ...now.question, ...chosen.question },
            nudge: { ...now.nudge, ...chosen.nudge },
          },
      );
    },
    onSuccess(stored, { done }) {
      // A later change is shown already.
      if (queries.isMutating({ mutationKey: queryKey }) === 1) queries.setQueryData(queryKey, stored);
      if (done !== undefined) toast({ title: done, about });
    },
    async onError(error) {
      showRefusal(error, about, { toast: toastWithReason(texts.changeFailed) });
      await queries.invalidateQueries({ queryKey });
    },
    onSettled(_stored, _error, settled) {
      waiting.splice(waiting.indexOf(settled), 1);
      if (waiting.length === 0) removeEventListener('pagehide', sendWaiting);
    },
  });
  /** `done`: the message once it is stored. */
  return (wanted: Change, done?: string) => {
    const now = queries.getQueryData(queryKey);
    if (!now) return;
    const wish = { chosen: chosenWith(now, wanted), done };
    waiting.push(wish);
    addEventListener('pagehide', sendWaiting);
    change.mutate(wish);
  };
}
