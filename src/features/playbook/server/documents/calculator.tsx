import { inputClass } from '#ui/text-input.tsx';
import { amountFormat, barsOf, chartHeight, raiseLimits, raiseOf } from '../../rules.ts';
import { texts } from '../../texts.ts';

const copy = texts.calculator;

/** Of the chart: three bars with their gaps. */
const barWidth = 56;
const step = 100;
const chartWidth = 3 * step;

/**
 * The calculator with the gains of the default salary. Without scripts, it is an example: its controls are hidden.
 */
export function Calculator() {
  const { salary, percent } = raiseLimits;
  const format = amountFormat('en-US');
  const raise = raiseOf(salary, percent);
  const bars = barsOf(salary, raise);
  return (
    <div data-calculator="">
      <p className="max-w-line break-after-avoid text-entry text-ink-2">{copy.intro}</p>
      <div className="mt-5 break-inside-avoid rounded-sheet border border-rule bg-sheet p-4 md:p-6">
        <div className="grid gap-5 md:grid-cols-2 md:gap-8">
          <div className="grid content-start gap-1.5">
            <label htmlFor="salary" className="text-button">
              {copy.salary}
            </label>
            <p className="hidden text-month noscript:block">{format(salary)}</p>
            <input
              id="salary"
              type="number"
              inputMode="numeric"
              min={0}
              max={raiseLimits.salaryMax}
              step={raiseLimits.salaryStep}
              defaultValue={salary}
              autoComplete="off"
              aria-describedby="salary-hint"
              className={`${inputClass} h-control noscript:hidden`}
            />
            <p id="salary-hint" className="text-meta font-normal text-ink-2">
              {copy.salaryHint}
            </p>
          </div>
          <div className="grid content-start gap-1.5">
            <div className="flex items-baseline justify-between gap-3">
              <label htmlFor="raise" className="text-button">
                {copy.raise}
              </label>
              <output htmlFor="raise" data-percent="" className="text-button">
                {copy.percent(percent)}
              </output>
            </div>
            <input
              id="raise"
              type="range"
              min={raiseLimits.percentMin}
              max={raiseLimits.percentMax}
              step={1}
              defaultValue={percent}
              autoComplete="off"
              className="h-control w-full accent-primary noscript:hidden"
            />
            <p
              className="flex justify-between text-meta font-normal text-ink-2 noscript:hidden"
              aria-hidden="true"
            >
              <span>{copy.percent(raiseLimits.percentMin)}</span>
              <span>{copy.percent(raiseLimits.percentMax)}</span>
            </p>
          </div>
        </div>
        <dl className="mt-5 grid gap-4 border-t border-rule pt-5 sm:grid-cols-2">
          <div>
            <dt className="text-meta text-ink-2">{copy.firstYear}</dt>
            <dd data-first-year="" className="text-title-phone wrap-anywhere text-primary">
              {format(raise.firstYear)}
            </dd>
          </div>
          <div>
            <dt className="text-meta text-ink-2">{copy.threeYears}</dt>
            <dd data-three-years="" className="text-title-phone wrap-anywhere text-primary">
              {format(raise.threeYears)}
            </dd>
            <dd className="text-meta font-normal text-ink-2">{copy.threeYearsNote}</dd>
          </div>
        </dl>
        <svg
          viewBox={`0 0 ${chartWidth} ${chartHeight}`}
          role="img"
          aria-label={copy.chart(
            raise.years.map(({ total, more }, at) => copy.chartYear(at + 1, format(total), format(more))),
          )}
          data-chart=""
          className="mt-6 w-full border-b border-rule-strong"
        >
          {bars.map(({ today, more }, at) => {
            const x = at * step + (step - barWidth) / 2;
            return (
              <g key={at}>
                <rect
                  x={x}
                  y={chartHeight - today}
                  width={barWidth}
                  height={today}
                  className="fill-sunken stroke-rule-strong"
                  vectorEffect="non-scaling-stroke"
                />
                <rect
                  x={x}
                  y={chartHeight - today - more}
                  width={barWidth}
                  height={more}
                  className="fill-primary"
                />
              </g>
            );
          })}
        </svg>
        <ol aria-hidden="true" className="grid grid-cols-3 pt-2 text-center">
          {raise.years.map(({ total, more }, at) => (
            <li key={at} className="min-w-0 px-1 wrap-anywhere">
              <span className="block text-meta font-normal text-ink-2">{copy.year(at + 1)}</span>
              <span data-total="" className="block text-button">
                {format(total)}
              </span>
              <span data-more="" className="block text-meta text-primary">
                {copy.more(format(more))}
              </span>
            </li>
          ))}
        </ol>
        <p role="status" data-summary="" className="sr-only" />
      </div>
      <p className="mt-4 max-w-line text-button font-normal text-ink-2">{copy.caveat}</p>
      <noscript>
        <p className="mt-2 text-button font-normal text-ink-2">{copy.noScript}</p>
      </noscript>
    </div>
  );
}
