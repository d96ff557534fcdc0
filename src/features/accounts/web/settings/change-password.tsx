import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { recoveryTexts, settingsTexts } from '../../texts.ts';
import { NewPasswordFields } from '../auth/new-password-fields.tsx';
import { useNewPassword } from '../auth/use-new-password.ts';
import { call } from '../session/session.ts';
import { sessionsQuery } from './sessions-query.ts';

const words = settingsTexts.password;

/** Changes the password; the form opens by its button. */
export function ChangePassword({ email }: { email: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  // What had the focus is gone; what stands there now takes it.
  useEffect(() => {
    if (state !== 'untouched')
      place.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus();
  }, [state]);
  return (
    <div ref={place}>
      {state === 'open' ? (
        <ChangePasswordForm email={email} onClose={() => setState('closed')} />
      ) : (
        <Button onClick={() => setState('open')}>{words.open}</Button>
      )}
    </div>
  );
}

function ChangePasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient();
  const { faults, busy, onSubmit } = useNewPassword({
    asksCurrent: true,
    failed: words.failed,
    async send({ current_password, password }) {
      const { ended } = await call('PATCH /api/auth/user', { body: { current_password, password } });
      const description = words.ended(ended);
      toast({ title: recoveryTexts.updated, ...(description && { description }) });
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      onClose();
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4.5">
      <NewPasswordFields faults={faults} email={email} current={words.current} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {words.open}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </form>
  );
}
