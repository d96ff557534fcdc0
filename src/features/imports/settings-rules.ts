// What the user chooses for an import. Days are `YYYY-MM-DD` in the chosen time zone.
export const periodChoices = ['year', 'all', 'custom'] as const;

export type Settings = {
  period: (typeof periodChoices)[number];
  /** Days of a custom period, both included. */
  from: string;
  to: string;
  timeZone: string;
  /** As the user types them. */
  addresses: string;
};

/** The first and the last day of the period; null if it has no beginning. Undefined if a day is missing or wrong. */
export function daysOf(settings: Settings, today: string): { from: string | null; to: string } | undefined {
  if (settings.period === 'all') return { from: null, to: today };
  if (settings.period === 'year') return { from: yearBefore(today), to: today };
  const { from, to } = settings;
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

export function addressesOf({ addresses }: Settings): string[] {
  return addresses
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((address) => address.includes('@'))
    .slice(0, 20);
}

/** A year earlier, the day after: 12 months that include today. */
export function yearBefore(day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year - 1, month - 1, date + 1)).toISOString().slice(0, 10);
}

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
