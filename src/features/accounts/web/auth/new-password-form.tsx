import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { recoveryTexts, texts } from '../../texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useNewPassword } from './use-new-password.ts';
import { call } from '../session/session.ts';
import { isSessionKept } from '../session/session-kept.ts';
import { forgetVerifyToken } from './verify-link.ts';

type Props = {
  /** From the emailed link. */
  token: string;
  /** The account's address, once known. */
  email: string | undefined;
  /** Called when the user is signed in with the new password. */
  onDone: () => void;
  /** Called when the link is not valid. */
  onRefused: (problem: Problem) => void;
};

/** Sets a new password through an emailed link, even if another account is signed in (R-A11). */
export function NewPasswordForm({ token, email, onDone, onRefused }: Props) {
  const { faults, busy, onSubmit } = useNewPassword({
    asksCurrent: false,
    failed: recoveryTexts.failed,
    async send({ password }) {
      try {
        const body = { token, password, timezone: ownTimeZone() };
        await call('POST /api/auth/recover/complete', { body });
      } catch (error) {
        if (!(error instanceof Problem && error.code.startsWith('link_'))) throw error;
        onRefused(error);
        return;
      }
      // The reset also voids earlier verification links.
      forgetVerifyToken();
      if (await isSessionKept()) {
        toastOnNextPage({ title: recoveryTexts.updated });
        onDone();
      } else toast({ title: recoveryTexts.updated, description: texts.cookiesBlocked.what(location.host) });
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4.5 pb-6">
      <NewPasswordFields faults={faults} email={email} />
      <Button type="submit" variant="primary" busy={busy} className="w-full">
        {recoveryTexts.save}
      </Button>
    </form>
  );
}
