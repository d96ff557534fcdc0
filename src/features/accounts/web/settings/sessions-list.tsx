import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { Session } from '../../contract.ts';
import { settingsTexts } from '../../settings-texts.ts';
import { deviceName } from './device-name.ts';
import { call } from '../session/session.ts';
import { sessionsQuery } from './sessions-query.ts';
import { showRefusal, toastWithReason } from '../refusals.ts';

const copy = settingsTexts.sessions;
const about = 'sessions';
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const currentFirst = (a: Session, b: Session) => Number(b.current) - Number(a.current);
const formatted = (at: string) => dateTime.format(new Date(at));

/** The user's sessions. Each session except the current one can be ended, or all of them together. */
export function SessionsList() {
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationKey: sessionsQuery.queryKey,
    scope: { id: 'sessions' },
    /** `target` is a session's id, or `others`. Resolves to the message. */
    async mutationFn(target: string) {
      if (target === 'others') return copy.othersEnded((await call('DELETE /api/auth/sessions', {})).ended);
      await call('DELETE /api/auth/sessions/:id', { params: { id: target } });
      return copy.ended;
    },
    onSuccess: (title) => toast({ title, about }),
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(copy.failed) }),
    async onSettled() {
      await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      list.current?.focus();
    },
  });
  const ending = end.isPending ? end.variables : undefined;

  if (isError && !data) {
    return (
      <FailedLine text={copy.loadFailed} again={settingsTexts.tryAgain} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label={copy.loading} className="grid gap-2">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-4.5 w-64 max-w-full" />
      </div>
    );
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={copy.title} className="outline-none">
        {[...data.rows].sort(currentFirst).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {data.rows.length > 1 && (
        <Button busy={ending === 'others'} onClick={() => end.mutate('others')} className="mt-3">
          {copy.endOthers}
        </Button>
      )}
    </>
  );
}

function SessionRow({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const device = deviceName(session.user_agent) ?? copy.unknownDevice;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-3 text-ui wrap-anywhere">
          {device}
          {session.current && <Badge tone="primary">{copy.here}</Badge>}
        </p>
        <p className="text-meta font-normal wrap-anywhere text-ink-3">
          {[
            session.current ? copy.usedNow : copy.lastUsed(formatted(session.last_used_at)),
            copy.since(session.began_by, formatted(session.signed_in_at)),
            ...(session.ip ? [copy.address(session.ip)] : []),
          ].join(' · ')}
        </p>
        {!session.current && session.tokens > 0 && (
          <p className="text-meta font-normal text-ink-2">{copy.tokens(session.tokens)}</p>
        )}
      </div>
      {!session.current && (
        <Button busy={busy} aria-label={copy.endOne(device)} onClick={onEnd}>
          {copy.end}
        </Button>
      )}
    </li>
  );
}
