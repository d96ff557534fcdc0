import { Button } from './button.tsx';

type Props = { text: string; again: string; onRetry: () => void };

/** Says in a line that a part of a page could not be loaded, and loads it again. */
export function FailedLine({ text, again, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p className="text-button font-normal text-ink-2">{text}</p>
      <Button onClick={onRetry}>{again}</Button>
    </div>
  );
}
