import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { longDay } from '#platform/reader/formats.ts';
import { hasCode } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { longWord } from '#ui/long-word.ts';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.ts';
import { boardType } from '../constants.ts';
import type { BoardFilter, BoardSlip } from '../contract.ts';
import { boardTexts as texts, dialogTexts } from '../texts.ts';
import { BoardFilters } from './board-filters.tsx';
import { call } from './report-calls.ts';
import { downloadReport, printReport } from './report-document.ts';
import { aboutEmail, sendReport, showSendError } from './send-report.ts';
import { useReport } from './use-report.ts';

type Props = { timezone: string; email: string; onClose: () => void };

/** The Shoutout Board: the newest shoutouts, received and sent. */
export function BoardDialog({ timezone, email, onClose }: Props) {
  const [filter, setFilter] = useState<BoardFilter>({});
  const { data, isPlaceholderData } = useReport({
    queryKey: ['shoutout-board', timezone, filter],
    generate: () => call('POST /api/functions/v1/generate-shoutout-board', { body: { timezone, ...filter } }),
    failed: texts.failed,
    onClose,
  });
  const filtered = filter.direction !== undefined || filter.period !== undefined;
  return (
    <Dialog open size="full" title={texts.title} onClose={onClose}>
      {data ? (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-5">
            <p
              role="status"
              aria-busy={isPlaceholderData}
              className={cx('text-button', isPlaceholderData && 'opacity-60')}
            >
              {texts.count(data.count, data.rows.length)}
            </p>
            <BoardFilters filter={filter} onChange={setFilter} />
            {data.rows.length > 0 && (
              <div className="flex flex-wrap gap-2 md:ms-auto">
                <Button
                  aria-disabled={isPlaceholderData}
                  onClick={() => downloadReport('shoutout-board', data.reportHtml, timezone)}
                >
                  {dialogTexts.download}
                </Button>
                <Button aria-disabled={isPlaceholderData} onClick={() => printReport(data.reportHtml)}>
                  {dialogTexts.print}
                </Button>
                <EmailButton email={email} timezone={timezone} filter={filter} />
              </div>
            )}
          </div>
          {data.rows.length > 0 ? (
            <Slips rows={data.rows} timezone={timezone} isReplaced={isPlaceholderData} />
          ) : (
            <EmptyState title={texts.empty.title} as="h3">
              {filtered ? texts.empty.filtered : texts.empty.sentence}
            </EmptyState>
          )}
        </>
      ) : (
        <p role="status" className="flex items-center gap-3 py-6 text-ui text-ink-2">
          <Spinner />
          {texts.loading}
        </p>
      )}
    </Dialog>
  );
}

/** Sends the board to the user's own address. */
function EmailButton({ email, timezone, filter }: { filter: BoardFilter } & Omit<Props, 'onClose'>) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['email-shoutout-board'],
    mutationFn: () =>
      sendReport(queries, { email, timezone, reportType: boardType, ...filter }, () => texts.sent),
    onError: (error) => {
      // The address is known as long as the session is.
      if (!hasCode(error, 'no_session')) return showSendError(error);
      toast({ title: texts.noAddress, tone: 'danger', about: aboutEmail });
    },
  });
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      {dialogTexts.email}
    </Button>
  );
}

type SlipsProps = {
  rows: BoardSlip[];
  timezone: string;
  /** The rows of another filter are being loaded. */
  isReplaced: boolean;
};

function Slips({ rows, timezone, isReplaced }: SlipsProps) {
  return (
    <ul
      aria-label={texts.title}
      aria-busy={isReplaced}
      className={cx('gap-6 md:columns-2 xl:columns-3', isReplaced && 'opacity-60')}
    >
      {rows.map(({ id, direction, name, message, excerpt, created_at }) => (
        <li
          key={id}
          className="mb-6 break-inside-avoid border-t border-dashed border-rule-strong bg-sunken px-4 pt-2.5 pb-3 wrap-anywhere"
        >
          <p className="text-meta">
            <bdi>{texts.parties[direction](name)}</bdi>{' '}
            <span className="font-normal text-ink-2">{longDay(created_at, timezone)}</span>
          </p>
          <p
            dir="auto"
            data-long-word={longWord(message)}
            className="font-serif text-slip whitespace-pre-wrap italic bidi-plain"
          >
            {message}
          </p>
          {excerpt !== null && (
            <p className="mt-1 text-meta font-normal whitespace-pre-wrap text-ink-2">
              {texts.fromLog}: <bdi dir="auto">{excerpt}</bdi>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
