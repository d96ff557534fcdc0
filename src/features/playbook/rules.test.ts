import { describe, expect, it } from 'vitest';
import { amountFormat, barsOf, chartHeight, raiseLimits, raiseOf, readPercent, readSalary } from './rules.ts';

describe('the gains of a raise (R-K1)', () => {
  it.each([
    // Salary, percent, first year, three years.
    [60_000, 5, 3000, 18_608],
    [60_000, 3, 1800, 11_018],
    [60_000, 15, 9000, 59_603],
    [100_000, 10, 10_000, 64_100],
    [1, 3, 0, 0],
    [10, 5, 1, 3],
    [0, 5, 0, 0],
    [raiseLimits.salaryMax, 15, 1_500_000_000, 9_933_750_000],
  ])(
    'of %d by %d percent are %d in the first year and %d over three years',
    (salary, percent, first, three) => {
      const { firstYear, threeYears } = raiseOf(salary, percent);
      expect([firstYear, threeYears]).toEqual([first, three]);
    },
  );

  it('equal salary times rate, and the three compounded years minus three times the salary, for every step', () => {
    for (let percent = raiseLimits.percentMin; percent <= raiseLimits.percentMax; percent++) {
      for (let salary = 0; salary <= 200_000; salary += raiseLimits.salaryStep) {
        const rate = percent / 100;
        const three = [1, 2, 3].reduce((sum, n) => sum + salary * (1 + rate) ** n, 0) - 3 * salary;
        const { firstYear, threeYears } = raiseOf(salary, percent);
        expect(Math.abs(firstYear - salary * rate)).toBeLessThan(1e-6);
        expect(Math.abs(threeYears - three)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }
  });

  it('by year are the salary of that year and what it is more than today', () => {
    expect(raiseOf(60_000, 5).years).toEqual([
      { total: 63_000, more: 3000 },
      { total: 66_150, more: 6150 },
      { total: 69_458, more: 9458 },
    ]);
  });
});

describe('the inputs of the calculator', () => {
  it.each([
    ['60000', 60_000],
    [' 61500 ', 61_500],
    ['1e5', 100_000],
    ['61500.9', 61_500],
    ['', 0],
    ['  ', 0],
    ['sixty', 0],
    ['-5', 0],
    ['Infinity', 0],
    ['NaN', 0],
    ['99999999999999', raiseLimits.salaryMax],
  ])('read the salary %j as %d', (text, salary) => {
    expect(readSalary(text)).toBe(salary);
  });

  it.each([
    ['5', 5],
    ['3', 3],
    ['15', 15],
    ['2', 3],
    ['16', 15],
    ['x', 5],
  ])('read the raise %j as %d', (text, percent) => {
    expect(readPercent(text)).toBe(percent);
  });
});

it('the bars of the chart share a scale, on which the third year fills the height', () => {
  const bars = barsOf(60_000, raiseOf(60_000, 5));
  expect(new Set(bars.map(({ today }) => today)).size).toBe(1);
  expect(bars[2]!.today + bars[2]!.more).toBeCloseTo(chartHeight, 1);
  expect(barsOf(0, raiseOf(0, 5))).toEqual(Array.from({ length: 3 }, () => ({ today: 0, more: 0 })));
});

it('amounts are whole and in the locale of the reader', () => {
  expect(amountFormat('en-US')(18_608)).toBe('18,608');
  expect(amountFormat('de-DE')(18_608)).toBe('18.608');
});
