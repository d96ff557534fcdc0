import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Button } from '#ui/button.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import type { Identity } from '../contract.ts';
import { texts } from '../texts.ts';
import { Disconnect } from './disconnect.tsx';
import { ProviderLoading } from './provider-loading.tsx';
import { about, connectionQuery, leaveFor } from './queries.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Whether the provider opens the account, and what changes that. */
export function ProviderConnection() {
  const queries = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const { data, isError, refetch } = useQuery(connectionQuery);
  if (isError && !data)
    return <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />;
  if (!data) return <ProviderLoading />;
  const { provider, identity } = data;
  if (provider === null) return null;

  async function disconnected() {
    await queries.invalidateQueries({ queryKey: connectionQuery.queryKey });
    // The button that had the focus is gone.
    container.current?.querySelector('button')?.focus();
  }
  return (
    <div ref={container} className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-48">
        {identity ? (
          <>
            <p className="text-ui wrap-anywhere">
              <bdi>{texts.connected(identity.label)}</bdi>
            </p>
            <p className="text-meta font-normal wrap-anywhere text-ink-3">{historyOf(identity)}</p>
          </>
        ) : (
          <p className="text-button font-normal wrap-anywhere text-ink-2">{texts.notConnected(provider)}</p>
        )}
      </div>
      {identity ? (
        <Button aria-label={texts.disconnectOne(provider)} onClick={() => setAsking(true)}>
          {texts.disconnect}
        </Button>
      ) : (
        <Connect provider={provider} />
      )}
      {asking && identity && (
        <Disconnect
          provider={provider}
          id={identity.id}
          onDisconnected={disconnected}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Connect({ provider }: { provider: string }) {
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    try {
      await withConfirmation(() => leaveFor('connect'));
    } catch (error) {
      setLeaving(false);
      showRefusal(error, about, { toast: toastWithReason(texts.failed) });
    }
  }
  return (
    <Button busy={leaving} className="whitespace-normal!" onClick={() => void leave()}>
      {texts.connect(provider)}
    </Button>
  );
}

function historyOf({ created_at, last_used_at }: Identity): string {
  const used = last_used_at && texts.lastUsed(dateTime.format(new Date(last_used_at)));
  return [texts.added(day.format(new Date(created_at))), used ?? texts.neverUsed].join(' · ');
}
