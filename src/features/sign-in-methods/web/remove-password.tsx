import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import { call } from './call.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const copy = texts.password;

type Props = {
  hasPassword: boolean;
  /** A code is asked for, too, before an emailed link sets a password. */
  needsCode: boolean;
  by: { passkey: boolean; provider: string | undefined };
  onChanged: () => Promise<void>;
};

/** For accounts that a passkey or the provider opens: removes the password, or says how to have one. */
export function RemovePassword({ hasPassword, needsCode, by, onChanged }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const isOff = copy.isOff(by, needsCode);
  async function removed() {
    await onChanged();
    // The button that had the focus is gone.
    heading.current?.focus();
  }
  return (
    <div className="mt-3 grid gap-2 border-t border-rule pt-4">
      <h4 ref={heading} tabIndex={-1} className="text-ui font-[650] outline-none">
        {copy.title}
      </h4>
      <p className="text-button font-normal wrap-anywhere text-ink-2">{hasPassword ? copy.about : isOff}</p>
      {hasPassword && (
        <div>
          <Button onClick={() => setAsking(true)}>{copy.remove}</Button>
        </div>
      )}
      {asking && (
        <RemoveDialog
          title={copy.question}
          remove={() => call('DELETE /api/auth/password', {})}
          removed={copy.done}
          onRemoved={removed}
          onClose={() => setAsking(false)}
        >
          <p>{isOff}</p>
        </RemoveDialog>
      )}
    </div>
  );
}
