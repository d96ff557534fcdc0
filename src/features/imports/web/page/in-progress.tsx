import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { texts } from '../../texts.ts';

type Props = {
  /** Percent. Null: it is not known. */
  value: number | null;
  label: string;
  onCancel: () => void;
};

/** Something that takes a while, with Cancel. */
export function InProgress({ value, label, onCancel }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow text-ui text-ink-2">{label}</p>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
      <Progress value={value} label={label} />
    </>
  );
}
