import { useInfiniteQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash';
import { use, useId, type ReactNode } from 'react';
import { mediumDay } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import type { RecordKind } from '../constants.ts';
import type { ImportedRecord } from '../contract.ts';
import { credentialIn } from '../credential-rules.ts';
import { hostOf, shownShoutout, shownVouch } from '../rules.ts';
import { recordTexts as texts } from '../texts.ts';
import { CredentialMarks } from './mark-context.ts';
import { recordsQuery, useDeleteRecord } from './record-queries.ts';
import { RecordedShoutout } from './recorded-shoutout.tsx';
import { RecordedVouch } from './recorded-vouch.tsx';

type Props = {
  scope: Scope;
  kind: RecordKind;
  /** Only shoutouts of one direction. */
  direction?: 'received' | 'sent' | undefined;
  /** The number of records may have changed. */
  onChange?: () => void;
};

/** What other instances recorded, apart from what this one did: read-only. Nothing if there is none. */
export function RecordedElsewhere({ scope, kind, direction, onChange = () => undefined }: Props) {
  const heading = useId();
  const query = useInfiniteQuery(recordsQuery(scope.userId, kind));
  const { mutate: remove } = useDeleteRecord(scope.userId, kind, onChange);
  if (query.isError && !query.data)
    return (
      <div className="grid justify-items-start gap-2 pt-6">
        <p role="alert" className="text-meta text-ink-2">
          {texts.failed}
        </p>
        <Button onClick={() => void query.refetch()}>{texts.tryAgain}</Button>
      </div>
    );
  const rows = (query.data?.pages ?? [])
    .flatMap((page) => page.rows)
    .filter(
      ({ record }) =>
        direction === undefined || shownShoutout(record).received === (direction === 'received'),
    );
  if (rows.length === 0 && !query.hasNextPage) return null;
  return (
    <section aria-labelledby={heading} className="grid gap-3 pt-6">
      <h3 id={heading} className="text-button text-ink-2">
        {texts.title}
      </h3>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <RecordFrame key={row.id} row={row} scope={scope} onRemove={() => remove(row)}>
            {kind === 'vouch' ? <RecordedVouch row={row} /> : <RecordedShoutout row={row} />}
          </RecordFrame>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="flex justify-center">
          <MoreButton query={query}>{texts.more}</MoreButton>
        </div>
      )}
    </section>
  );
}

type FrameProps = { row: ImportedRecord; scope: Scope; onRemove: () => void; children: ReactNode };

/** A record, marked as one of another instance. */
function RecordFrame({ row, scope, onRemove, children }: FrameProps) {
  const { title, day } = labelOf(row, mediumDay(row.at, scope.timezone));
  const id = useId();
  return (
    <li>
      <article
        aria-labelledby={id}
        className="rounded-sheet border border-dashed border-rule-strong px-4 pt-3 pb-4 md:px-6"
      >
        <div className="flex items-start gap-3">
          <div className="min-w-0 grow">
            <h4 id={id} className="pt-1 text-ui font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
            </h4>
            <p className="text-meta text-ink-3">
              <time dateTime={row.at}>{day}</time>
            </p>
          </div>
          <div className="print:hidden">
            <IconButton label={texts.remove(title)} onClick={onRemove}>
              <Trash2 aria-hidden="true" size={18} />
            </IconButton>
          </div>
        </div>
        {children}
        <Mark row={row} title={title} />
      </article>
    </li>
  );
}

/** Who recorded it, and what is known about that. */
function Mark({ row, title }: { row: ImportedRecord; title: string }) {
  const markOf = use(CredentialMarks);
  const credential = row.kind === 'vouch' ? credentialIn(row.record) : undefined;
  const unchecked = texts.recordedBy(hostOf(row.origin));
  if (markOf && credential !== undefined) return markOf({ row, credential, title, unchecked });
  return <p className="mt-3 text-meta wrap-anywhere text-ink-2">{unchecked}</p>;
}

function labelOf({ kind, record }: ImportedRecord, day: string): { title: string; day: string } {
  if (kind === 'vouch') return { title: shownVouch(record).project, day: texts.confirmed(day) };
  const { received, name } = shownShoutout(record);
  return { title: received ? texts.received(name) : texts.sent(name), day };
}
