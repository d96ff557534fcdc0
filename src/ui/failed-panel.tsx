import { Button } from './button.tsx';

type Props = {
  title: string;
  sentence: string;
  /** Label of the retry button. */
  again: string;
  onRetry: () => void;
};

/** Replaces content that failed to load. Announced by screen readers. */
export function FailedPanel({ title, sentence, again, onRetry }: Props) {
  return (
    <div role="alert" className="rounded-sheet border border-rule bg-sheet px-5 py-6 md:px-7">
      <h2 className="text-month">{title}</h2>
      <p className="mt-1 mb-4 max-w-[34em] text-ui text-ink-2">{sentence}</p>
      <Button onClick={onRetry}>{again}</Button>
    </div>
  );
}
