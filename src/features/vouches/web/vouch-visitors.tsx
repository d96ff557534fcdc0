import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { fullTime, mediumDay } from '#platform/reader/formats.ts';
import { Button } from '#ui/button.tsx';
import { longWord } from '#ui/long-word.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Vouch } from '../contract.ts';
import type { VerificationRequest } from '../request-contract.ts';
import { visitorTexts as texts } from '../form-texts.ts';
import { visitorsQuery } from './vouch-queries.ts';

type Props = { vouch: Vouch; scope: Scope };

/** The visitors of the public page who asked the reference to confirm the vouch (R-F4). Nothing if no one asked. */
export function VouchVisitors({ vouch, scope }: Props) {
  const title = useId();
  const query = useInfiniteQuery(visitorsQuery(scope, vouch.id));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  if (!rows) {
    if (query.isPaused) return <p className="mb-2 text-meta text-ink-2">{texts.offline}</p>;
    if (!query.isError)
      return (
        <div role="status" aria-label={texts.loading} className="mb-2">
          <Skeleton className="h-4 w-40" />
        </div>
      );
    return (
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="alert" className="text-meta text-ink-2">
          {texts.unavailable}
        </p>
        <Button onClick={() => void query.refetch()}>{texts.tryAgain}</Button>
      </div>
    );
  }
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={title} className="mb-3 max-w-line">
      <h4 id={title} className="text-meta font-semibold text-ink-2">
        {texts.title(rows.length, query.hasNextPage)}
      </h4>
      <p className="text-meta wrap-anywhere text-ink-2">{texts.about(vouch.reference_name)}</p>
      <ul aria-labelledby={title} className="mt-1">
        {rows.map((request) => (
          <Visitor key={request.id} request={request} zone={scope.timezone} />
        ))}
      </ul>
      <MoreButton query={query}>{texts.showMore}</MoreButton>
    </section>
  );
}

function Visitor({ request, zone }: { request: VerificationRequest; zone: string }) {
  const { requester_name: name, requester_email: email, message, created_at } = request;
  return (
    <li className="border-t border-rule py-2 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 text-meta wrap-anywhere text-ink-2">
        <bdi className="font-semibold text-ink">{name}</bdi>
        <a
          // Encoded: the address is what a stranger entered.
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
          className="inline-flex min-h-6 items-center text-primary underline underline-offset-3"
        >
          {email}
        </a>
        <time dateTime={created_at} title={fullTime(created_at, zone)} className="text-ink-3">
          {mediumDay(created_at, zone)}
        </time>
      </p>
      <p
        dir="auto"
        data-long-word={longWord(message)}
        className="text-ui wrap-anywhere whitespace-pre-wrap bidi-plain"
      >
        {message}
      </p>
    </li>
  );
}
