import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { settingsTexts } from '../../settings-texts.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import { NewPasswordFields } from '../auth/new-password-fields.tsx';
import { useNewPassword } from '../auth/use-new-password.ts';
import { withConfirmation } from '../session/confirmation.ts';
import { call } from '../session/session.ts';
import { sessionsQuery } from './sessions-query.ts';

const copy = settingsTexts.password;

/** Changes the password. It gets the focus: the button that opens it is gone. */
export function ChangePasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), []);
  const form = useNewPassword({
    asksCurrent: true,
    failed: copy.failed,
    async send({ current_password, password }) {
      const body = { current_password, password };
      const { ended } = await withConfirmation(() => call('PATCH /api/auth/user', { body }));
      const description = copy.ended(ended);
      toast({ title: recoveryTexts.updated, ...(description && { description }) });
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      onClose();
    },
  });

  return (
    <div ref={container}>
      <form {...form.props} className="grid gap-4.5">
        <NewPasswordFields problems={form.problems} email={email} current={copy.current} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={form.busy}>
            {copy.open}
          </Button>
          <Button onClick={onClose}>{copy.cancel}</Button>
        </div>
      </form>
    </div>
  );
}
