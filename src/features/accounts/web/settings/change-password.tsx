import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { settingsTexts } from '../../settings-texts.ts';

const ChangePasswordForm = fetched(
  async () => (await import('./change-password-form.tsx')).ChangePasswordForm,
  FailedPart,
);

/** A button that opens the form to change the password. */
export function ChangePassword({ email }: { email: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  // The form that had the focus is gone.
  useEffect(() => {
    if (state === 'closed') container.current?.querySelector('button')?.focus();
  }, [state]);
  return (
    <div ref={container}>
      {state === 'open' ? (
        <ChangePasswordForm email={email} onClose={() => setState('closed')} />
      ) : (
        <Button onClick={() => setState('open')}>{settingsTexts.password.open}</Button>
      )}
    </div>
  );
}
