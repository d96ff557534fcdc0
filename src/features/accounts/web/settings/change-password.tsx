import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { recoveryTexts, settingsTexts } from '../../texts.ts';
import { NewPasswordFields } from '../auth/new-password-fields.tsx';
import {
  passwordFaultsIn,
  passwordFaultsOf,
  readNewPassword,
  tellPasswordFaults,
  type PasswordFaults,
} from '../auth/new-password.ts';
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
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const show = (found: PasswordFaults) => {
      setFaults(found);
      tellPasswordFaults(form, found);
    };
    const { confirmation, ...body } = readNewPassword(form);
    const found = passwordFaultsIn({ ...body, confirmation }, true);
    show(found);
    if (Object.keys(found).length > 0) return;

    setBusy(true);
    try {
      const { ended } = await call('PATCH /api/auth/user', { body });
      const description = words.ended(ended);
      toast({ title: recoveryTexts.updated, ...(description && { description }) });
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      onClose();
    } catch (error) {
      setBusy(false);
      show(passwordFaultsOf(error, words.failed));
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4.5">
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
