import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { texts as tokenTexts } from '#features/api-tokens/texts.ts';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import { toast } from '#ui/toast.ts';
import type { ConnectedApp } from '../contract.ts';
import { texts } from '../texts.ts';
import { AppsLoading } from './apps-loading.tsx';
import { about, appsQuery, call } from './queries.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The apps that the user has connected. Each can be ended. */
export function ConnectedApps() {
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const { data, isError, refetch } = useQuery(appsQuery);
  const end = useMutation({
    mutationKey: appsQuery.queryKey,
    scope: { id: 'connected apps' },
    mutationFn: (id: string) => call('DELETE /api/connected_apps/:id', { params: { id } }),
    onSuccess: () => toast({ title: texts.ended, about }),
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.endFailed) }),
    async onSettled() {
      await queries.invalidateQueries({ queryKey: appsQuery.queryKey });
      // The button that had the focus is gone.
      place.current?.focus();
    },
  });
  const ending = end.isPending ? end.variables : undefined;

  if (isError && !data)
    return <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />;
  if (!data) return <AppsLoading />;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {data.rows.length === 0 ? (
        <p className="text-button font-normal text-ink-2">{texts.none}</p>
      ) : (
        <ul aria-label={texts.list}>
          {data.rows.map((app) => (
            <AppRow key={app.id} app={app} busy={ending === app.id} onEnd={() => end.mutate(app.id)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function AppRow({ app, busy, onEnd }: { app: ConnectedApp; busy: boolean; onEnd: () => void }) {
  const { name, host, scopes, created_at, expires_at, last_used_at: used } = app;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 grow basis-48">
        <p className="text-ui wrap-anywhere">
          <bdi>{name}</bdi>
          {host !== null && <span className="text-ink-3"> · {host}</span>}
        </p>
        <p className="text-meta font-normal text-ink-2">
          {scopes.map((scope) => tokenTexts.short[scope]).join(' · ')}
        </p>
        <p className="text-meta font-normal wrap-anywhere text-ink-3">
          {[
            texts.since(day.format(new Date(created_at))),
            texts.until(day.format(new Date(expires_at))),
            used === null ? texts.neverUsed : texts.lastUsed(dateTime.format(new Date(used))),
          ].join(' · ')}
        </p>
      </div>
      <Button busy={busy} aria-label={texts.endOne(name)} onClick={onEnd}>
        {texts.end}
      </Button>
    </li>
  );
}
