import { YearLoading } from '#features/check-ins/web/year/year-loading.tsx';
import type { Scope } from '#platform/reader/scope.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { Progress } from '#ui/progress.tsx';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import { cancelWork, type Work } from './inbox-actions.ts';

const YearMap = fetched(
  async () => (await import('#features/check-ins/web/year/year-map.tsx')).YearMap,
  NoPart,
  <YearLoading />,
);

/** The button that was pressed no longer exists, and later Cancel does not. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

type Props = {
  scope: Scope;
  progress: Work | null;
  /** Entries that were added, once that is done. */
  filled: number | null;
  logHref: string;
};

/** The year of the log, while a long action fills it, and the way there after it. */
export function Filling({ scope, progress, filled, logHref }: Props) {
  const today = useToday(scope.timezone);
  return (
    <section
      aria-labelledby="inbox-filling"
      className="mb-6 rounded-sheet border border-rule bg-sheet px-4 pt-4 [--gutter:0.8125rem]"
    >
      <div className="flex min-h-control flex-wrap items-center gap-x-4 gap-y-2">
        <h2
          key={progress ? 'filling' : 'filled'}
          ref={takeFocus}
          id="inbox-filling"
          tabIndex={-1}
          className="text-month outline-none"
        >
          {progress ? texts.filling : texts.accepted(filled ?? 0)}
        </h2>
        <div className="ms-auto">
          {progress ? (
            <Button onClick={cancelWork}>{texts.cancel}</Button>
          ) : (
            <a href={logHref} className={buttonClass('primary')}>
              {texts.seeLog}
            </a>
          )}
        </div>
      </div>
      {progress && (
        <div className="mt-2 grid gap-2">
          <p role="status" className="text-button font-normal text-ink-2">
            {texts.working(progress.done, progress.all)}
          </p>
          <Progress value={(progress.done / progress.all) * 100} label={texts.filling} />
        </div>
      )}
      <YearMap scope={scope} today={today} />
    </section>
  );
}
