// What depends on the direction in which the page is read.

export const isRightToLeft = (): boolean => document.dir === 'rtl';

/** Where an arrow key leads in a row: 1 is the next item, -1 the previous one. Undefined for other keys. */
export function arrowStep(key: string): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[key];
  return step && isRightToLeft() ? -step : step;
}
