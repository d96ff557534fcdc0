import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { emailStateTexts } from '#platform/mail/state-texts.ts';
import { fullTime, mediumDay, shortDay } from '#platform/reader/formats.ts';
import { dayOf } from '#platform/clock/days.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { LedgerRow } from '#ui/ledger-row.tsx';
import { SendAgainButton } from './send-again.tsx';
import { withRetries } from '#platform/http/retries.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { longWord } from '#ui/long-word.ts';
import { texts, unknownSender } from '../texts.ts';
import { Excerpt } from './excerpt.tsx';
import { keepShoutout } from './keep-shoutout.ts';
import { putShoutout } from './shoutout-lists.ts';
import { call, type NamedShoutout } from './shoutout-queries.ts';

type Props = {
  shoutout: NamedShoutout;
  scope: Scope;
  /** `YYYY-MM-DD` of today. */
  today: string;
};

/** One shoutout, received or sent. */
export function ShoutoutRow({ shoutout, scope, today }: Props) {
  const { id, created_at: at, direction, excerpt, email } = shoutout;
  const { timezone } = scope;
  const day = dayOf(at, timezone);
  const name = shoutout.sender_name ?? unknownSender;
  const received = direction === 'received';
  const heading = received ? texts.from(name) : texts.to(shoutout.recipient_email);
  return (
    <LedgerRow
      entryId={id}
      label={heading}
      date={
        <time dateTime={at} title={fullTime(at, timezone)}>
          {day.slice(0, 4) === today.slice(0, 4) ? shortDay(at, timezone) : mediumDay(at, timezone)}
        </time>
      }
      emoji={null}
      today={day === today}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-meta font-semibold wrap-anywhere text-ink">
          <bdi>{heading}</bdi>
        </h3>
        {email && <Badge dashed>{emailStateTexts[email]}</Badge>}
        {email === 'failed' && <SendAgain shoutout={shoutout} scope={scope} />}
      </div>
      <p
        dir="auto"
        data-long-word={longWord(shoutout.message)}
        className="mt-1 max-w-serif-line font-serif text-slip wrap-anywhere whitespace-pre-wrap italic bidi-plain"
      >
        {shoutout.message}
      </p>
      {excerpt && <Excerpt text={excerpt} />}
      {received && <Keep shoutout={shoutout} name={name} scope={scope} />}
    </LedgerRow>
  );
}

function SendAgain({ shoutout, scope }: { shoutout: NamedShoutout; scope: Scope }) {
  const queries = useQueryClient();
  const { id, recipient_email: email } = shoutout;
  async function send() {
    const sent = await withRetries(() => call('POST /api/shoutouts/:id/send_again', { params: { id } }));
    putShoutout(queries, scope, sent);
    return sent.email;
  }
  return <SendAgainButton about={`again ${id}`} email={email} send={send} />;
}

function Keep({ shoutout, name, scope }: { shoutout: NamedShoutout; name: string; scope: Scope }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['keep-shoutout', shoutout.id],
    mutationFn: () => keepShoutout(queries, scope, shoutout.id),
  });
  const kept = shoutout.kept_check_in_id !== null;
  // One button in both states, so that it keeps the focus.
  return (
    <div className="mt-2 -ms-3.5 print:hidden">
      <Button
        variant="quiet"
        busy={isPending}
        aria-disabled={kept}
        aria-label={kept ? texts.keep.kept : texts.keep.actionFor(name)}
        onClick={() => mutate()}
      >
        {kept ? <Check aria-hidden="true" size={16} /> : <Plus aria-hidden="true" size={16} />}
        {kept ? texts.keep.kept : texts.keep.action}
      </Button>
    </div>
  );
}
