import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { newId } from '#platform/clock/id.ts';
import { client } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { FailedLine } from '#ui/failed-line.tsx';
import { toast } from '#ui/toast.ts';
import type { MailAddressState, operations } from '../contract.ts';
import { texts } from '../texts.ts';

const call = client<typeof operations>();
/** Groups the toasts. */
const about = 'mail address';

const addressQuery = queryOptions({
  queryKey: ['mail_address'],
  queryFn: ({ signal }) => call('GET /api/mail_address', {}, signal),
});

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function MailAddress({ section }: { section: (content: ReactNode) => ReactNode }) {
  const { data, isError, refetch } = useQuery(addressQuery);
  if (isError && !data)
    return section(
      <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />,
    );
  if (!data?.receives) return null;
  return section(
    <div className="grid gap-3">
      <p className="text-button font-normal text-ink-2">{texts.about}</p>
      <Address address={data.address} />
    </div>,
  );
}

function Address({ address }: { address: MailAddressState['address'] }) {
  const queries = useQueryClient();
  const makeButton = useRef<HTMLButtonElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const label = useId();
  const hasChanged = useRef(false);
  // The button that had the focus may be gone.
  useEffect(() => {
    if (!hasChanged.current) return;
    hasChanged.current = false;
    (address ? copyButton : makeButton).current?.focus();
  }, [address]);
  const change = useMutation({
    mutationKey: addressQuery.queryKey,
    scope: { id: about },
    // The id makes a repeated request harmless.
    mutationFn: ({ to, id }: { to: 'new' | 'none'; id: string }) =>
      to === 'new' ? call('POST /api/mail_address', { body: { id } }) : call('DELETE /api/mail_address', {}),
    onSuccess(state, { to }) {
      const wasMade = queries.getQueryData(addressQuery.queryKey)?.address != null;
      queries.setQueryData(addressQuery.queryKey, state);
      const [title, description] = to === 'none' ? texts.ended : wasMade ? texts.renewed : [texts.made];
      toast({ title, ...(description && { description }), about });
      hasChanged.current = true;
    },
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(texts.failed) }),
  });
  const become = (to: 'new' | 'none') => change.mutate({ to, id: newId() });
  const pending = change.isPending ? change.variables.to : undefined;

  if (!address)
    return (
      <div>
        <Button ref={makeButton} busy={pending === 'new'} onClick={() => become('new')}>
          {texts.make}
        </Button>
      </div>
    );
  const copyAndConfirm = () =>
    copyText(address.email).then(
      () => toast({ title: texts.copied, about }),
      () => toast({ title: texts.copyFailed, tone: 'danger', about }),
    );
  return (
    <>
      <div role="group" aria-labelledby={label} className="grid gap-1">
        <p id={label} className="text-button text-ink">
          {texts.address}
        </p>
        <p
          dir="ltr"
          className="rounded-control border border-rule bg-sunken px-3 py-2 text-ui wrap-anywhere select-all"
        >
          {address.email}
        </p>
      </div>
      <p className="text-meta font-normal text-ink-3">
        {address.last_used_at === null
          ? texts.neverUsed
          : texts.lastUsed(dateTime.format(new Date(address.last_used_at)))}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button ref={copyButton} onClick={() => void copyAndConfirm()}>
          {texts.copy}
        </Button>
        <Button busy={pending === 'new'} onClick={() => become('new')}>
          {texts.renew}
        </Button>
        <Button aria-label={texts.endLabel} busy={pending === 'none'} onClick={() => become('none')}>
          {texts.end}
        </Button>
      </div>
      <p className="text-button font-normal text-ink-2">{texts.how}</p>
      <p className="text-button font-normal text-ink-2">{texts.secret}</p>
    </>
  );
}
