import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthNotice } from '#features/accounts/web/auth/auth-notice.tsx';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { Problem } from '#platform/http/client.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { allowTexts as texts } from '../allow-texts.ts';
import { AllowForm } from './allow-form.tsx';
import { keepChoice, keptChoice, type Choice } from './kept-choice.ts';
import { about, call, requestQuery } from './queries.ts';

type Props = {
  /** Of the request. Undefined: the address names none. */
  id: string | undefined;
  email: string;
  homeHref: string;
};

/** The one card of /app/allow: what asks, and the user's decision. */
export function AllowCard({ id = '', email, homeHref }: Props) {
  const { data, error, isFetching, refetch } = useQuery({ ...requestQuery(id), enabled: id !== '' });
  const [busy, setBusy] = useState<'allow' | 'refuse'>();
  const [isOver, setOver] = useState(false);

  async function decide(decision: 'allow' | 'refuse', choice: Choice) {
    setBusy(decision);
    keepChoice(id, choice);
    const params = { id };
    try {
      const next = await (decision === 'allow'
        ? withConfirmation(() => call('POST /api/app_requests/:id/allow', { params, body: choice }))
        : call('POST /api/app_requests/:id/refuse', { params }));
      // Back to the app, by this server. The buttons stay busy until the browser has left.
      window.location.assign(new URL(next.continue).pathname);
    } catch (failure) {
      setBusy(undefined);
      if (failure instanceof Problem && failure.code === 'request_over') setOver(true);
      else showRefusal(failure, about, { toast: toastWithReason(texts.failed) });
    }
  }

  const unknown =
    error instanceof Problem && ['request_over', 'invalid_input', 'not_found'].includes(error.code);
  if (id === '' || isOver || (unknown && !data))
    return (
      <AuthNotice
        title={texts.over.title}
        description={texts.over.detail}
        actions={
          <a href={homeHref} className={buttonClass('primary')}>
            {texts.home}
          </a>
        }
      />
    );
  if (error && !data)
    return (
      <div role="alert">
        <AuthNotice
          title={texts.loadFailed}
          description={texts.loadFailedHint}
          actions={
            <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
              {texts.tryAgain}
            </Button>
          }
        />
      </div>
    );
  if (!data)
    return (
      <div role="status" aria-label={texts.loading}>
        <AuthNotice title={texts.asks} actions={<Skeleton className="h-96 w-full" />} />
      </div>
    );
  return (
    <AllowForm
      request={data}
      email={email}
      kept={keptChoice(id)}
      busy={busy}
      onDecide={(decision, choice) => void decide(decision, choice)}
    />
  );
}
