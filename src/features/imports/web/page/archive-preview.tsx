import { hostOf } from '#features/imported-records/rules.ts';
import { longDay } from '#platform/reader/formats.ts';
import { list } from '#platform/text/language.ts';
import { archiveTexts as texts, leftOutTexts } from '../../archive-texts.ts';
import { leftOutKinds } from '../../constants.ts';
import { texts as importTexts } from '../../texts.ts';
import type { ArchivePlan } from '../archive/archive-items.ts';

type Props = { plan: ArchivePlan; isGuest: boolean; timeZone: string };

/** What the archive has: counts, its origin and period, the newest entries, and what stays out. */
export function ArchivePreview({ plan, isGuest, timeZone }: Props) {
  const { counts, instance, exportedAt, span, first, shoutouts, vouches } = plan;
  const day = (at: string) => longDay(at, timeZone);
  const exported = Number.isNaN(Date.parse(exportedAt)) ? [] : [texts.exported(day(exportedAt))];
  return (
    <section aria-labelledby="archive-found" className="grid gap-3">
      <div>
        <h3 id="archive-found" className="text-month">
          {texts.title(isGuest ? { ...counts, records: 0 } : counts)}
        </h3>
        <p className="text-ui wrap-anywhere text-ink-2">
          {list([texts.from(hostOf(instance)), ...exported], 'unit')}
        </p>
        {span && <p className="text-ui text-ink-2">{importTexts.span(day(span[0]), day(span[1]))}</p>}
        {counts.records > 0 && !isGuest && (
          <p className="text-ui text-ink-2">{texts.records(shoutouts, vouches)}</p>
        )}
      </div>
      {first.length > 0 && (
        <>
          <p className="text-meta text-ink-2">{importTexts.preview(first.length, counts.entries)}</p>
          <ul className="divide-y divide-rule rounded-sheet border border-rule bg-sheet">
            {first.map(({ id, at, text, emoji, files }) => (
              <li key={id} className="grid gap-0.5 px-4 py-3">
                <p className="flex flex-wrap gap-x-2 text-meta text-ink-2">
                  <time dateTime={at}>{day(at)}</time>
                  {emoji && <span>{emoji}</span>}
                </p>
                <p dir="auto" className="line-clamp-4 text-ui wrap-anywhere whitespace-pre-line">
                  {text}
                </p>
                {files > 0 && (
                  <p className="text-meta font-normal text-ink-3">{importTexts.withFiles(files)}</p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <LeftOut plan={plan} isGuest={isGuest} />
    </section>
  );
}

function LeftOut({ plan: { leftOut, counts }, isGuest }: Omit<Props, 'timeZone'>) {
  const lines = leftOutKinds.flatMap((kind) => (leftOut[kind] ? [leftOutTexts[kind](leftOut[kind])] : []));
  if (isGuest && counts.records > 0) lines.unshift(texts.guestRecords(counts.records));
  if (lines.length === 0) return null;
  return (
    <>
      <h4 className="text-button">{texts.leftOut}</h4>
      <ul className="grid list-disc gap-1 ps-5 text-ui text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
