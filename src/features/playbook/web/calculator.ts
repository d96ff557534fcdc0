import {
  amountFormat,
  barsOf,
  chartHeight,
  raiseLimits,
  raiseOf,
  readPercent,
  readSalary,
} from '../rules.ts';
import { texts } from '../texts.ts';
import { find } from './find.ts';

const copy = texts.calculator;
/** Screen readers hear the gains once the reader pauses. Milliseconds. */
const pauseMs = 700;

/** Computes the gains of what is entered, in the reader's locale. */
export function startCalculator(root: HTMLElement): void {
  const format = amountFormat(navigator.language);
  const salaryInput = find(root, '#salary', HTMLInputElement);
  const percentInput = find(root, '#raise', HTMLInputElement);
  const hint = find(root, '#salary-hint');
  const chart = find(root, '[data-chart]', SVGElement);
  const summary = find(root, '[data-summary]');
  let announcing: ReturnType<typeof setTimeout> | undefined;

  const show = (announces: boolean) => {
    const [salary, percent] = [readSalary(salaryInput.value), readPercent(percentInput.value)];
    const raise = raiseOf(salary, percent);
    const isOver = Number(salaryInput.value) > raiseLimits.salaryMax;
    salaryInput.ariaInvalid = isOver ? 'true' : null;
    hint.textContent = isOver ? copy.tooHigh(format(raiseLimits.salaryMax)) : copy.salaryHint;
    find(root, '[data-percent]').textContent = copy.percent(percent);
    find(root, '[data-first-year]').textContent = format(raise.firstYear);
    find(root, '[data-three-years]').textContent = format(raise.threeYears);
    const totals = root.querySelectorAll('[data-total]');
    const gains = root.querySelectorAll('[data-more]');
    const bars = chart.querySelectorAll('rect');
    barsOf(salary, raise).forEach(({ today, more }, at) => {
      const year = raise.years[at]!;
      totals[at]!.textContent = format(year.total);
      gains[at]!.textContent = copy.more(format(year.more));
      setBar(bars[2 * at]!, chartHeight - today, today);
      setBar(bars[2 * at + 1]!, chartHeight - today - more, more);
    });
    chart.ariaLabel = copy.chart(
      raise.years.map(({ total, more }, at) => copy.chartYear(at + 1, format(total), format(more))),
    );
    if (!announces) return;
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      summary.textContent = copy.summary(format(raise.firstYear), format(raise.threeYears));
    }, pauseMs);
  };

  for (const input of [salaryInput, percentInput]) input.oninput = () => show(true);
  show(false);
}

function setBar(bar: SVGRectElement, y: number, height: number): void {
  bar.setAttribute('y', String(y));
  bar.setAttribute('height', String(height));
}
