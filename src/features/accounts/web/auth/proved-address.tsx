import { Button } from '#ui/button.tsx';
import { texts } from '../../auth-texts.ts';

type Props = { masked: string; onAnother: () => void };

/** In place of the field for the address, when a link proves it (R-A3). */
export function ProvedAddress({ masked, onAnother }: Props) {
  return (
    <div className="grid gap-1.5">
      <p className="text-ui wrap-anywhere text-ink-2">{texts.fields.proved(masked)}</p>
      <Button
        variant="quiet"
        className="justify-self-start underline underline-offset-4 -mx-3.5"
        onClick={onAnother}
      >
        {texts.fields.anotherEmail}
      </Button>
    </div>
  );
}
