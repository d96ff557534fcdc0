import { Button } from './button.tsx';

type Props = {
  title: string;
  sentence: string;
  /** What the button says. */
  again: string;
  onRetry: () => void;
};

/** Stands, and is read out, in the place of what could not be read. */
export function FailedPanel({ title, sentence, again, onRetry }: Props) {
  return (
    <div role="alert" className="rounded-sheet border border-rule bg-sheet px-5 py-6 md:px-7">
      <h2 className="text-month">{title}</h2>
      <p className="mt-1 mb-4 max-w-[56ch] text-ui text-ink-2">{sentence}</p>
      <Button onClick={onRetry}>{again}</Button>
    </div>
  );
}
