// The report of a week, in HTML and plain text.
import { Fragment, type ReactNode } from 'react';
import { list } from '#platform/text/language.ts';
import { addDays, isQuiet, type Figure, type Quoted, type WeekReview } from '../../rules.ts';
import { reportTexts as copy } from '../../document-texts.ts';
import { dayRange, shortDay, weekday, weekdayAndDay } from './dates.ts';
import { barLook, look } from './looks.ts';
import {
  Heading,
  plainSheet,
  quoteText,
  renderSheet,
  Slip,
  Table,
  Text,
  Title,
  type MailNote,
} from './sheet.tsx';

export type WeekDocument = {
  review: WeekReview;
  timezone: string;
  isCurrent: boolean;
  instanceName: string;
};

/** "November 16 to 22, 2026" */
export const rangeOf = ({ monday, sunday }: WeekReview) => dayRange(monday, sunday);

/** The complete HTML document. `mail`: for an email. */
export function weekHtml(
  { review, timezone, isCurrent, instanceName }: WeekDocument,
  mail?: MailNote,
): string {
  return renderSheet({
    title: copy.weekTitle(rangeOf(review), review.name),
    notes: [copy.from(review.name), copy.zone(timezone)],
    instanceName,
    mail,
    children: (
      <>
        <Title eyebrow={copy.week} title={review.name} line={rangeOf(review)} />
        {isQuiet(review) ? <QuietWeek isCurrent={isCurrent} /> : <FullWeek review={review} />}
      </>
    ),
  });
}

function QuietWeek({ isCurrent }: { isCurrent: boolean }) {
  return (
    <>
      <Heading>{copy.quiet.title}</Heading>
      <p {...look('sentence')}>{isCurrent ? copy.quiet.current : copy.quiet.sentence}</p>
    </>
  );
}

function FullWeek({ review }: { review: WeekReview }) {
  const { omitted } = review;
  return (
    <>
      <Figures review={review} />
      <Days days={review.days} />
      {review.goals.length > 0 && <Goals goals={review.goals} omitted={omitted.goals} />}
      <Shoutouts
        title={copy.received}
        quoted={review.received}
        omitted={omitted.received}
        from={copy.receivedFrom}
      />
      <Shoutouts title={copy.given} quoted={review.given} omitted={omitted.given} from={copy.givenTo} />
      {review.log.length > 0 && <Log log={review.log} omitted={omitted.entries} />}
      {review.tags.length > 0 && <Tags tags={review.tags} />}
    </>
  );
}

/** The totals above a double rule. */
function Figures({ review: { figures, monday } }: { review: WeekReview }) {
  return (
    <>
      <Table {...look('table', 'above')}>
        <tr>
          {Object.entries(figures).map(([name, figure]) => (
            <FigureCell
              key={name}
              figure={figure}
              label={copy.figures[name as keyof typeof figures](figure.now)}
            />
          ))}
        </tr>
      </Table>
      <p {...look('note', 'soft')}>{copy.compared(dayRange(addDays(monday, -7), addDays(monday, -1)))}</p>
    </>
  );
}

function FigureCell({ figure, label }: { figure: Figure; label: string }) {
  return (
    <td valign="top" width="20%" {...look('figure')}>
      <div {...look('number')}>{figure.now}</div>
      <div {...look('label')}>{label}</div>
      <div {...look('was', 'soft')}>{copy.was(figure.before)}</div>
    </td>
  );
}

/** A bar for each day. The number below it says the same. */
function Days({ days }: Pick<WeekReview, 'days'>) {
  const most = Math.max(...days.map(({ entries }) => entries));
  return (
    <Table {...look('table', 'above')}>
      <tr>
        {days.map(({ day, entries }) => (
          <td key={day} valign="bottom" width="14%" {...look('day')}>
            {entries > 0 && <div {...look('bar', barLook(entries / most))} />}
          </td>
        ))}
      </tr>
      <tr>
        {days.map(({ day, entries }) => (
          <td key={day} valign="top" {...look('weekday')}>
            <div {...look('tick')}>
              {weekday(day)} <span {...look('light', 'soft')}>{entries}</span>
            </div>
          </td>
        ))}
      </tr>
    </Table>
  );
}

/** How many are not listed. */
function Omitted({ count, text }: { count: number; text: (count: number) => string }) {
  return count > 0 && <p {...look('remark', 'soft')}>{text(count)}</p>;
}

function Goals({ goals, omitted }: Pick<WeekReview, 'goals'> & { omitted: number }) {
  return (
    <>
      <Heading>{copy.goals}</Heading>
      <Table {...look('table')}>
        {goals.map(({ text, cadence, day }, at) => (
          <tr key={at}>
            <td valign="top" width="24" {...look('check')}>
              ✓
            </td>
            <td {...look('goal')}>
              <Text>{text}</Text>{' '}
              <span {...look('small', 'soft')}>
                {list([weekdayAndDay(day), ...(cadence ? [copy.cadence(cadence)] : [])], 'unit')}
              </span>
            </td>
          </tr>
        ))}
      </Table>
      <Omitted count={omitted} text={copy.omitted.goals} />
    </>
  );
}

type ShoutoutsProps = {
  title: string;
  quoted: Quoted[];
  omitted: number;
  from: (name: string) => string;
};

function Shoutouts({ title, quoted, omitted, from }: ShoutoutsProps): ReactNode {
  if (quoted.length === 0) return null;
  return (
    <>
      <Heading>{title}</Heading>
      {quoted.map(({ id, name, message, excerpt, day }) => (
        <Slip key={id} from={from(name)} day={shortDay(day)} excerpt={excerpt}>
          {message}
        </Slip>
      ))}
      <Omitted count={omitted} text={copy.omitted.shoutouts} />
    </>
  );
}

/** The entries, with the days left of a margin rule. */
function Log({ log, omitted }: Pick<WeekReview, 'log'> & { omitted: number }) {
  return (
    <>
      <Heading>{copy.log}</Heading>
      <Table {...look('table')}>
        {log.flatMap(({ day, lines }) =>
          lines.map((line, at) => (
            <tr key={`${day} ${at}`}>
              <td valign="top" width="72" {...look('gutter', 'soft')}>
                {at === 0 && (
                  <>
                    {weekday(day)}
                    <br />
                    {shortDay(day)}
                  </>
                )}
              </td>
              <td valign="top" {...look('margin')}>
                <Entry first={at === 0} {...line} />
              </td>
            </tr>
          )),
        )}
      </Table>
      <Omitted count={omitted} text={copy.omitted.entries} />
    </>
  );
}

type EntryProps = WeekReview['log'][number]['lines'][number] & { first: boolean };

function Entry({ first, emoji, text, isGoal, files }: EntryProps) {
  const looks = [...(first ? [] : (['next'] as const)), ...(isGoal ? (['strong'] as const) : [])];
  return (
    <div {...look('entry', ...looks)}>
      {emoji && `${emoji} `}
      <Text>{text}</Text>
      {files.length > 0 && <div {...look('small', 'soft')}>{copy.files(files)}</div>}
    </div>
  );
}

function Tags({ tags }: Pick<WeekReview, 'tags'>) {
  return (
    <p {...look('remark', 'soft')}>
      <strong {...look('strong')}>{copy.tags}</strong>{' '}
      {tags.map(({ tag, count }, at) => (
        <Fragment key={tag}>
          {at > 0 && ' · '}
          <span dir="auto">{`#${tag} ${count}`}</span>
        </Fragment>
      ))}
    </p>
  );
}

/** The report for mail clients without HTML. */
export function weekText({ review, timezone, isCurrent }: WeekDocument): string {
  const { name, figures, goals, received, given, log, omitted, tags } = review;
  const title = [name, copy.week, rangeOf(review)].filter(Boolean).join('\n');
  const notes = `${copy.from(name)} ${copy.zone(timezone)}`;
  if (isQuiet(review))
    return plainSheet([title, copy.quiet.title, isCurrent ? copy.quiet.current : copy.quiet.sentence, notes]);
  const counts = Object.entries(figures).map(
    ([key, { now, before }]) =>
      `${now} ${copy.figures[key as keyof typeof figures](now)} (${copy.was(before)})`,
  );
  const rest = (count: number, text: (count: number) => string) => (count > 0 ? [text(count)] : []);
  const slips = (heading: string, quoted: Quoted[], more: number, from: (name: string) => string) => [
    ...section(
      heading,
      quoted.map((slip) => quoteText(from(slip.name), slip)),
    ),
    ...rest(more, copy.omitted.shoutouts),
  ];
  return plainSheet([
    title,
    counts.join('\n'),
    ...section(
      copy.goals,
      goals.map(({ text, day }) => `- ${text} (${weekdayAndDay(day)})`),
    ),
    ...rest(omitted.goals, copy.omitted.goals),
    ...slips(copy.received, received, omitted.received, copy.receivedFrom),
    ...slips(copy.given, given, omitted.given, copy.givenTo),
    ...log.map(({ day, lines }) =>
      [
        weekdayAndDay(day),
        ...lines.map(({ emoji, text, files }) =>
          [
            `- ${emoji ? `${emoji} ` : ''}${text}`,
            ...(files.length > 0 ? [`  ${copy.files(files)}`] : []),
          ].join('\n'),
        ),
      ].join('\n'),
    ),
    ...rest(omitted.entries, copy.omitted.entries),
    ...(tags.length > 0
      ? [
          `${copy.tags}: ${list(
            tags.map(({ tag, count }) => `#${tag} ${count}`),
            'unit',
          )}`,
        ]
      : []),
    notes,
  ]);
}

function section(heading: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`${heading}\n${items.join('\n')}`];
}
