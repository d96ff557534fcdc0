import { useEffect, useRef, useState } from 'react';
import { dayBounds } from '#platform/clock/days.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { Button } from '#ui/button.tsx';
import type { FormatId } from '../../constants.ts';
import { formatTexts } from '../../format-texts.ts';
import { addressesOf, daysOf, yearBefore, type Settings } from '../../settings-rules.ts';
import { texts } from '../../texts.ts';
import type { Columns, Options, Recommendation } from '../../read/found.ts';
import { ChooseFiles } from './choose-files.tsx';
import { ColumnMapper } from './column-mapper.tsx';
import { foundId, ImportPreview } from './import-preview.tsx';
import { ImportSettings } from './import-settings.tsx';
import { ImportResult } from './import-result.tsx';
import { InProgress } from './in-progress.tsx';
import { Recommendations } from './recommendations.tsx';
import { SkippedReport } from './skipped-report.tsx';
import { useImport } from './use-import.ts';
import { WhereToGet } from './where-to-get.tsx';

type Props = {
  scope: Scope;
  format: FormatId;
  /** The user's addresses, for calendars. */
  addresses: string[];
  inboxHref: string;
  onAsk: ((recommendation: Recommendation) => void) | undefined;
};

/** The page of one format: where to get the file, then what it has, then what was added. */
export function FormatImport({ scope, format, addresses, inboxHref, onAsk }: Props) {
  const { about, wholeTime } = formatTexts[format];
  const today = useToday(scope.timezone);
  const { state, read, readSoon, cancel, addAll } = useImport({ owner: scope.userId, format });
  const [files, setFiles] = useState<File[]>([]);
  const [settings, setSettings] = useState<Settings>({
    period: wholeTime ? 'all' : 'year',
    from: yearBefore(today),
    to: today,
    timeZone: scope.timezone,
    addresses: addresses.join(', '),
  });
  const [columns, setColumns] = useState<Columns>();
  /** The user has chosen files, and waits for what they have. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (state.at !== 'read' || !isAwaited.current) return;
    isAwaited.current = false;
    document.getElementById(foundId)?.scrollIntoView({ block: 'center' });
  }, [state.at]);

  function restart(chosen: File[], wanted: Settings, mapped: Columns | undefined) {
    const options = optionsOf(wanted, mapped, today);
    if (!options) return;
    if (wanted.addresses === settings.addresses) void read(chosen, options);
    else readSoon(chosen, options);
  }

  // Without both days, what was read last is not what the user asks for.
  const hasPeriod = daysOf(settings, today) !== undefined;
  const preview = 'preview' in state ? state.preview : undefined;
  if (state.at === 'added') {
    return (
      <div className="grid gap-8">
        <ImportResult result={state.result} unreadable={state.unreadable} inboxHref={inboxHref} />
        <Recommendations recommendations={state.preview.recommendations} onAsk={onAsk} />
        <SkippedReport preview={state.preview} />
      </div>
    );
  }
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <p className="text-ui text-ink-2">{about}</p>
        <WhereToGet format={format} />
        <ChooseFiles
          format={format}
          onFiles={(chosen) => {
            isAwaited.current = true;
            setFiles(chosen);
            setColumns(undefined);
            restart(chosen, settings, undefined);
          }}
        />
      </div>
      {files.length > 0 && state.at !== 'start' && (
        <>
          <p className="text-button wrap-anywhere">{texts.files(files[0]!.name, files.length)}</p>
          <ImportSettings
            format={format}
            settings={settings}
            onChange={(changed) => {
              setSettings(changed);
              restart(files, changed, columns);
            }}
          />
          {preview?.table && (
            <ColumnMapper
              table={preview.table}
              onChange={(changed) => {
                setColumns(changed);
                restart(files, settings, changed);
              }}
            />
          )}
        </>
      )}
      <div role="status" className="grid gap-3 empty:hidden">
        {state.at === 'start' && state.canceled && <p className="text-ui text-ink-2">{texts.canceled}</p>}
        {state.at === 'reading' && (
          <InProgress value={state.done * 100} label={texts.reading(state.found)} onCancel={cancel} />
        )}
        {state.at === 'adding' && (
          <InProgress
            value={(state.done / Math.max(1, state.preview.total)) * 100}
            label={texts.adding(state.done, state.preview.total)}
            onCancel={cancel}
          />
        )}
        {state.at !== 'start' && !hasPeriod && (
          <p className="text-ui text-danger">{texts.period.incomplete}</p>
        )}
        {state.at === 'failed' && <p className="text-ui text-danger">{texts.failed}</p>}
        {state.at === 'read' && state.failed && (
          <p className="text-ui text-danger">{state.failed === 'space' ? texts.noSpace : texts.addFailed}</p>
        )}
      </div>
      {state.at === 'read' && hasPeriod && (
        <>
          <ImportPreview
            preview={state.preview}
            timeZone={settings.timeZone}
            action={
              state.preview.total > 0 && (
                <div className="flex flex-wrap items-center gap-3">
                  <Button variant="primary" onClick={() => void addAll(state.preview)}>
                    {texts.add(state.preview.total)}
                  </Button>
                  <p className="text-meta font-normal text-ink-2">{texts.addNote}</p>
                </div>
              )
            }
          />
          <SkippedReport preview={state.preview} />
        </>
      )}
    </div>
  );
}

/** No entry is older. */
const earliest = '1899-12-31T00:00:00.000Z';

/** Undefined while the days of the period are incomplete. */
function optionsOf(settings: Settings, columns: Columns | undefined, today: string): Options | undefined {
  const days = daysOf(settings, today);
  if (!days) return undefined;
  const { timeZone } = settings;
  return {
    timeZone,
    from: days.from === null ? earliest : dayBounds(days.from, timeZone).from,
    to: dayBounds(days.to, timeZone).to,
    addresses: addressesOf(settings),
    columns,
  };
}
