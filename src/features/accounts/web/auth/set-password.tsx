import { useState } from 'react';
import { ownTimeZone } from '#platform/clock/time-zone.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { texts } from '../../auth-texts.ts';
import { cookiesTexts } from '../../cookies-texts.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthNotice } from './auth-notice.tsx';
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

/** Sets a new password through an emailed link, even if another account is signed in (R-A11). */
export function SetPassword({ link: { token, email, undone }, withLink, navigation, onDone }: Props) {
  const [takenOver, setTakenOver] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const form = useNewPassword({
    asksCurrent: false,
    failed: recoveryTexts.failed,
    async send({ password, code }) {
      const body = { token, password, timezone: ownTimeZone(), ...(code && { code }) };
      const done = await withLink(() => call('POST /api/auth/recover/complete', { body }));
      if (!done) return;
      // The reset also voids earlier verification links.
      forgetVerifyToken();
      if (await isSessionKept()) {
        if (done.taken_over) {
          toast({ title: recoveryTexts.updated });
          setTakenOver(true);
          return;
        }
        toastOnNextPage({ title: recoveryTexts.updated });
        onDone();
        return 'leaving';
      }
      toast({ title: recoveryTexts.updated, description: cookiesTexts.what(location.host) });
    },
  });

  // It stays once the server has asked for a code.
  if (form.problems.code !== undefined && !asksCode) setAsksCode(true);

  // The page stays until the user has read it: the toast on the next page would be behind the tutorial.
  if (takenOver) {
    const copy = recoveryTexts.takenOver;
    return (
      <AuthNotice
        title={copy.title}
        description={copy.detail}
        actions={
          <Button variant="primary" autoFocus onClick={onDone}>
            {copy.home}
          </Button>
        }
      >
        <p className="mt-2 text-ui text-ink-2">{copy.next}</p>
      </AuthNotice>
    );
  }
  return (
    <AuthCard
      heading={recoveryTexts.heading}
      tagline={undone && email ? recoveryTexts.undo.done(email) : recoveryTexts.allEnd}
      footer={<OtherForm shown="forgot" to={{}} navigation={navigation} />}
    >
      <form {...form.props} className="grid gap-4.5 pb-6">
        <NewPasswordFields problems={form.problems} email={email} />
        {asksCode && (
          <Field label={texts.fields.code} hint={texts.fields.codeHint} error={form.problems.code}>
            {(control) => <TextInput {...control} name="code" autoComplete="one-time-code" dir="ltr" />}
          </Field>
        )}
        <Button type="submit" variant="primary" busy={form.busy} className="w-full">
          {recoveryTexts.save}
        </Button>
      </form>
    </AuthCard>
  );
}
