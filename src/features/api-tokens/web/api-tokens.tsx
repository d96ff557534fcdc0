import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deviceName } from '#features/accounts/web/settings/device-name.ts';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import { toast } from '#ui/toast.ts';
import type { ApiToken } from '../contract.ts';
import { texts } from '../texts.ts';
import { CreateToken } from './create-token.tsx';
import { about, call, tokensQuery } from './queries.ts';
import { TokensLoading } from './tokens-loading.tsx';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The user's API tokens. Each can be ended, and new ones created. */
export function ApiTokens() {
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const [creating, setCreating] = useState(false);
  const { data, isError, refetch } = useQuery(tokensQuery);
  const end = useMutation({
    mutationKey: tokensQuery.queryKey,
    scope: { id: 'api tokens' },
    mutationFn: (id: string) => call('DELETE /api/api_tokens/:id', { params: { id } }),
    onSuccess: () => toast({ title: texts.ended, about }),
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.endFailed) }),
    async onSettled() {
      await queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
      // The button that had the focus is gone. With the last token, so is the list, once it is rendered.
      const isEmpty = queries.getQueryData(tokensQuery.queryKey)?.rows.length === 0;
      (isEmpty ? createButton : list).current?.focus();
    },
  });
  const ending = end.isPending ? end.variables : undefined;

  if (isError && !data)
    return <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />;
  if (!data) return <TokensLoading />;
  return (
    <>
      {data.rows.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={texts.list} className="mb-3 outline-none">
          {data.rows.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              busy={ending === token.id}
              onEnd={() => end.mutate(token.id)}
            />
          ))}
        </ul>
      )}
      <Button ref={createButton} onClick={() => setCreating(true)}>
        {texts.create}
      </Button>
      <CreateToken open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function TokenRow({ token, busy, onEnd }: { token: ApiToken; busy: boolean; onEnd: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 grow basis-48">
        <p className="text-ui wrap-anywhere">
          <bdi>{token.name}</bdi>
        </p>
        <p className="text-meta font-normal text-ink-2">
          {[...token.scopes.map((scope) => texts.short[scope]), expiryOf(token)].join(' · ')}
        </p>
        <p className="text-meta font-normal wrap-anywhere text-ink-3">{lastUseOf(token)}</p>
      </div>
      <Button busy={busy} aria-label={texts.endOne(token.name)} onClick={onEnd}>
        {texts.end}
      </Button>
    </li>
  );
}

function expiryOf({ expires_at: at }: ApiToken): string {
  if (at === null) return texts.neverExpires;
  const shown = day.format(new Date(at));
  return Date.parse(at) <= Date.now() ? texts.expired(shown) : texts.expires(shown);
}

function lastUseOf({ last_used_at: at, user_agent: agent, ip }: ApiToken): string {
  if (at === null) return texts.neverUsed;
  const client = deviceName(agent);
  return [
    texts.lastUsed(dateTime.format(new Date(at))),
    ...(client ? [client] : []),
    ...(ip ? [texts.address(ip)] : []),
  ].join(' · ');
}
