import { useInfiniteQuery } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { LedgerRow } from '#ui/ledger-row.tsx';
import { LedgerSheet } from '#ui/ledger-sheet.tsx';
import { longDay } from '#platform/reader/formats.ts';
import { dayOf } from '#platform/clock/days.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { Excerpt } from '#features/shoutouts/web/excerpt.tsx';
import { longWord } from '#ui/long-word.ts';
import { memberTexts } from '../../member-texts.ts';
import { MemberDate } from './member-date.tsx';
import { MemberList } from './member-list.tsx';
import { memberShoutoutsQuery, type MemberScope } from './member-queries.ts';

const texts = memberTexts.shoutouts;

/** The member's shoutouts to the manager, newest first. */
export function MemberShoutouts({ scope, name }: { scope: MemberScope; name: string }) {
  const { timezone } = scope;
  const today = useToday(timezone);
  const list = useInfiniteQuery(memberShoutoutsQuery(scope));
  return (
    <MemberList list={list} empty={{ title: texts.empty, detail: texts.emptyDetail(name) }}>
      {(rows) => (
        <LedgerSheet>
          {rows.map(({ id, message, excerpt, created_at: at }) => (
            <LedgerRow
              key={id}
              label={texts.label(longDay(at, timezone))}
              date={
                <>
                  <MemberDate at={at} timezone={timezone} today={today} />
                  <Heart aria-hidden="true" size={18} className="mt-1.5 text-ink-3" />
                </>
              }
              emoji={null}
              today={dayOf(at, timezone) === today}
            >
              <p
                dir="auto"
                data-long-word={longWord(message)}
                className="max-w-serif-line font-serif text-slip wrap-anywhere whitespace-pre-wrap italic bidi-plain"
              >
                {message}
              </p>
              {excerpt && <Excerpt text={excerpt} />}
            </LedgerRow>
          ))}
        </LedgerSheet>
      )}
    </MemberList>
  );
}
