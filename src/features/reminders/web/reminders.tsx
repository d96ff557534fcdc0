import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import type { Kind, Reminders as Data, State } from '../contract.ts';
import { texts } from '../texts.ts';
import { PushDevices } from './push-devices.tsx';
import { remindersQuery } from './queries.ts';
import { RemindersLoading } from './reminders-loading.tsx';
import { DayField, DaysField, HourField, ZoneField } from './schedule-fields.tsx';
import { StateButtons } from './state-buttons.tsx';
import { useChoice, zoneOf } from './use-choice.ts';

/** The weekly email and the reminders: when, how, and whether at all. Each change applies immediately. */
export function Reminders() {
  const { data, isError, refetch } = useQuery(remindersQuery);
  const change = useChoice();
  if (isError && !data)
    return <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />;
  if (!data) return <RemindersLoading />;
  const { question, nudge, devices } = data;
  const zone = zoneOf(data);
  // What is off has nothing to choose.
  const isOn = question.state !== 'off' || nudge.state !== 'off';
  return (
    <div className="grid gap-7">
      <Part kind="question" data={data}>
        {question.state !== 'off' && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <DayField day={question.day} onChange={(day) => change({ question: { day } })} />
              <HourField hour={question.hour} onChange={(hour) => change({ question: { hour } })} />
            </div>
            <AddressNote address={data.address} />
          </>
        )}
        <StateButtons
          kind="question"
          state={question.state}
          onChange={(state) => change({ question: { state } }, texts.changed.question[state])}
        />
      </Part>
      <Part kind="nudge" data={data}>
        {nudge.state !== 'off' && (
          <>
            <DaysField days={nudge.days} onChange={(days) => change({ nudge: { days } })} />
            <div className="grid gap-4 sm:grid-cols-2">
              <HourField hour={nudge.hour} onChange={(hour) => change({ nudge: { hour } })} />
            </div>
            <div>
              <Checkbox
                label={<span className="wrap-anywhere">{texts.byEmail(data.address.email)}</span>}
                checked={nudge.by_email}
                onChange={({ target }) => change({ nudge: { by_email: target.checked } })}
              />
              {nudge.by_email && <AddressNote address={data.address} />}
            </div>
          </>
        )}
        {(nudge.state !== 'off' || devices.length > 0) && <PushDevices devices={devices} />}
        <StateButtons
          kind="nudge"
          state={nudge.state}
          onChange={(state) => {
            const by_email = nudge.by_email || (state === 'on' && devices.length === 0);
            change({ nudge: { state, by_email } }, texts.changed.nudge[state]);
          }}
        />
      </Part>
      {isOn && <ZoneField zone={zone} onChange={(time_zone) => change({ time_zone })} />}
    </div>
  );
}

function Part({ kind, data, children }: { kind: Kind; data: Data; children: ReactNode }) {
  const id = useId();
  const { title, about } = texts.kinds[kind];
  const { state, next_at } = data[kind];
  return (
    <section aria-labelledby={id} className="grid gap-4 border-b border-rule pb-7 last:border-b-0 last:pb-0">
      <div>
        <h4 id={id} className="text-ui font-semibold">
          {title}
        </h4>
        <p role="status" className="text-meta text-ink-2">
          {stateOf(state, next_at, zoneOf(data))}
        </p>
        <p className="mt-1 text-button font-normal text-ink-2">{about}</p>
      </div>
      {children}
    </section>
  );
}

function stateOf(state: State, nextAt: string | null, timeZone: string): string {
  if (state !== 'on') return texts.state[state];
  if (nextAt === null) return texts.state.turningOn;
  const next = new Intl.DateTimeFormat(undefined, {
    ...{ weekday: 'long', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone },
  });
  return texts.state.on(next.format(new Date(nextAt)));
}

function AddressNote({ address }: { address: Data['address'] }) {
  if (address.state === 'good') return null;
  return <p className="text-meta font-normal text-ochre">{texts[address.state]}</p>;
}
