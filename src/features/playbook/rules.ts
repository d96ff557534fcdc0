// Pure rules of the playbook's calculator (R-K1), shared by the server, which renders the defaults, and the page's script.

export const raiseLimits = {
  salary: 60_000,
  salaryStep: 1000,
  /** High enough for a yearly salary in any currency. */
  salaryMax: 10_000_000_000,
  percent: 5,
  percentMin: 3,
  percentMax: 15,
} as const;

/** A salary as entered: a whole number, at most `salaryMax`. Anything else counts as 0. */
export function readSalary(text: string): number {
  const salary = Math.trunc(Number(text.trim() || 'none'));
  if (!Number.isFinite(salary) || salary < 0) return 0;
  return Math.min(salary, raiseLimits.salaryMax);
}

/** A raise as entered, in whole percent within the limits. */
export function readPercent(text: string): number {
  const percent = Math.round(Number(text));
  if (!Number.isFinite(percent)) return raiseLimits.percent;
  return Math.min(raiseLimits.percentMax, Math.max(raiseLimits.percentMin, percent));
}

export type Raise = {
  /** Salary times rate. */
  firstYear: number;
  /** The sum of three years, each with the raise on top of the previous year, minus three times today's salary. */
  threeYears: number;
  /** Each year's salary, and how much more that is than today's. */
  years: readonly { total: number; more: number }[];
};

/** What a raise of `percent` each year adds, in whole units. Halves are rounded up. */
export function raiseOf(salary: number, percent: number): Raise {
  // In whole hundredths to the third power, because 0.05 is not exact.
  const base = BigInt(salary);
  const factor = BigInt(100 + percent);
  const years = [factor * 10_000n, factor ** 2n * 100n, factor ** 3n].map((scaled) => scaled * base);
  const sum = years.reduce((total, year) => total + year, 0n);
  return {
    firstYear: rounded(base * BigInt(percent), 100n),
    threeYears: rounded(sum - 3n * base * 1_000_000n, 1_000_000n),
    years: years.map((year) => ({
      total: rounded(year, 1_000_000n),
      more: rounded(year - base * 1_000_000n, 1_000_000n),
    })),
  };
}

function rounded(value: bigint, divisor: bigint): number {
  return Number((value + divisor / 2n) / divisor);
}

/** The height of the chart, in its own units. */
export const chartHeight = 120;

/** The bars of the chart: the height of today's salary, and that of the raises on top of it. */
export function barsOf(salary: number, { years }: Raise): { today: number; more: number }[] {
  const most = years.at(-1)!.total;
  if (most === 0) return years.map(() => ({ today: 0, more: 0 }));
  return years.map(({ more }) => ({
    today: (salary / most) * chartHeight,
    more: (more / most) * chartHeight,
  }));
}

/** Whole amounts in a locale, without a currency. */
export function amountFormat(locale: string | undefined): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return (amount) => format.format(amount);
}
