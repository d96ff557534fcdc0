import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState, type ReactNode } from 'react';
import { dayTitle } from '#platform/reader/formats.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { addDays } from '../rules.ts';
import { weekTexts as texts } from '../texts.ts';
import { call } from './report-calls.ts';
import { forFrame } from './report-document.ts';
import { ShareMenu } from './share-menu.tsx';
import { useReport } from './use-report.ts';

type Props = { timezone: string; onClose: () => void };

/** Week in Review: the report of the current week, and of earlier ones (R-D5). */
export function WeekDialog({ timezone, onClose }: Props) {
  const [week, setWeek] = useState<string>();
  const { data, isPlaceholderData } = useReport({
    queryKey: ['week-review', timezone, week],
    generate: () =>
      call('POST /api/functions/v1/generate-week-review', { body: { timezone, ...(week && { week }) } }),
    failed: texts.failed,
    onClose,
  });

  return (
    <Dialog open size="full" title={texts.title} onClose={onClose}>
      <div className="flex h-full min-h-0 flex-col gap-3">
        {data && (
          <div className="flex items-center gap-1">
            <Arrow
              label={texts.earlier}
              disabled={isPlaceholderData || !data.has_earlier}
              onPress={() => setWeek(addDays(data.week, -7))}
            >
              <ChevronLeft aria-hidden="true" size={20} className="mirrored:-scale-x-100" />
            </Arrow>
            <Arrow
              label={texts.later}
              disabled={isPlaceholderData || data.is_current}
              onPress={() => setWeek(addDays(data.week, 7))}
            >
              <ChevronRight aria-hidden="true" size={20} className="mirrored:-scale-x-100" />
            </Arrow>
            <span role="status" className="me-auto text-meta text-ink-2">
              {isPlaceholderData
                ? texts.loading
                : texts.shown(dayTitle(data.week), dayTitle(addDays(data.week, 6)), data.is_current)}
            </span>
            <ShareMenu html={data.reportHtml} week={data.week} timezone={timezone} />
          </div>
        )}
        {data ? (
          <iframe
            sandbox=""
            srcDoc={forFrame(data.reportHtml)}
            title={texts.frame}
            className="min-h-0 w-full grow rounded-sheet border border-rule"
          />
        ) : (
          <p role="status" className="flex items-center gap-3 py-6 text-ui text-ink-2">
            <Spinner />
            {texts.loading}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type ArrowProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode };

/** Not natively disabled, so that it keeps the focus while a week is loading and at the last one. */
function Arrow({ label, disabled, onPress, children }: ArrowProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={disabled || undefined}
      className="aria-disabled:opacity-60"
      onClick={() => !disabled && onPress()}
    >
      {children}
    </IconButton>
  );
}
