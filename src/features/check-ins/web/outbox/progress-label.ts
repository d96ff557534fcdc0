import { progressLabels } from '../../outbox-texts.ts';

/** The label for a progress from 0 to 100. */
export function progressLabel(progress: number): string {
  return (progressLabels.find(({ upTo }) => progress <= upTo) ?? progressLabels.at(-1)!).label;
}
