import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { Button } from '#ui/button.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { recoveryTexts, texts } from '../../texts.ts';
import { AuthCard } from './auth-card.tsx';
import { OtherForm, type AuthNavigation } from './auth-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useNewPassword } from './use-new-password.ts';
import type { Recovery, RecoveryState } from './use-recovery.ts';
import { call } from '../session/session.ts';
import { isSessionKept } from '../session/session-kept.ts';
import { forgetVerifyToken } from './verify-link.ts';

type Props = {
  link: Extract<RecoveryState, { at: 'new password' }>;
  withLink: Recovery['withLink'];
  navigation: AuthNavigation;
  /** Called when the user is signed in with the new password. */
  onDone: () => void;
};

/** Long enough to read what was removed. An email says it, too. */
const takenOverMs = 30_000;

/** Sets a new password through an emailed link, even if another account is signed in (R-A11). */
export function SetPassword({ link: { token, email, undone }, withLink, navigation, onDone }: Props) {
  const form = useNewPassword({
    asksCurrent: false,
    failed: recoveryTexts.failed,
    async send({ password }) {
      const body = { token, password, timezone: ownTimeZone() };
      const done = await withLink(() => call('POST /api/auth/recover/complete', { body }));
      if (!done) return;
      // The reset also voids earlier verification links.
      forgetVerifyToken();
      if (await isSessionKept()) {
        toastOnNextPage({
          title: recoveryTexts.updated,
          ...(done.taken_over && { description: recoveryTexts.takenOver, duration: takenOverMs }),
        });
        onDone();
        return 'leaving';
      }
      toast({ title: recoveryTexts.updated, description: texts.cookiesBlocked.what(location.host) });
    },
  });

  return (
    <AuthCard
      heading={recoveryTexts.heading}
      tagline={undone && email ? recoveryTexts.undo.done(email) : recoveryTexts.allEnd}
      footer={<OtherForm shown="forgot" to={{}} navigation={navigation} />}
    >
      <form {...form.props} className="grid gap-4.5 pb-6">
        <NewPasswordFields faults={form.faults} email={email} />
        <Button type="submit" variant="primary" busy={form.busy} className="w-full">
          {recoveryTexts.save}
        </Button>
      </form>
    </AuthCard>
  );
}
