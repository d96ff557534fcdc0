import { useEffect, type ReactNode } from 'react';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { fetchAhead } from '#ui/when-idle.ts';
import { texts } from '../../auth-texts.ts';
import type { AddressProof } from './address-proof.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthForm } from './auth-form.tsx';
import { OtherForm, type AuthNavigation } from './auth-link.tsx';
import { readAuthView, type AuthFace } from './auth-view.ts';

const ForgotForm = fetched(
  async () => (await import('./forgot-form.tsx')).ForgotForm,
  FailedPart,
  <p role="status" className="flex items-center gap-2 pb-6 text-ui text-ink-2">
    <Spinner />
    {uiTexts.loading}
  </p>,
);

/** Loads the code of the form that this query selects, for the first rendering of the page. */
export const loadAuthForm = (search: string): Promise<void> | undefined =>
  readAuthView(search).view === 'forgot' ? ForgotForm.preload() : undefined;

type Props = {
  face: AuthFace;
  /** Shown above sign-in and sign-up. */
  tagline: string;
  /** The address, which is kept when the user switches between the forms. */
  email: string;
  onEmail: (email: string) => void;
  /** From an emailed link that proves an address. */
  proof: AddressProof | undefined;
  onAnotherEmail: () => void;
  navigation: AuthNavigation;
  /** Other ways to sign in, below the button. */
  otherWays: ReactNode;
  /** What is below the other ways if they are the only ones: this instance has no passwords. */
  withoutPasswords: string | undefined;
  onSignedIn: () => void;
  onSignedUp: () => void;
};

/** The form that the address selects, in its card: sign in, sign up or reset the password. */
export function AuthForms(props: Props) {
  const {
    face,
    tagline,
    email,
    onEmail,
    proof,
    onAnotherEmail,
    navigation,
    otherWays,
    withoutPasswords,
    onSignedIn,
    onSignedUp,
  } = props;
  const { form, heading, badge, other, forgot } = face;
  useEffect(() => fetchAhead(() => void ForgotForm.preload()), []);
  if (withoutPasswords !== undefined)
    return (
      <AuthCard heading={texts.headings['sign-in']} tagline={tagline} footer={withoutPasswords}>
        <div className="grid gap-4.5 pb-6">{otherWays}</div>
      </AuthCard>
    );
  return (
    <AuthCard
      heading={heading}
      badge={badge}
      tagline={form === 'forgot' ? texts.forgotAbout : tagline}
      footer={<OtherForm shown={form} to={other} navigation={navigation} />}
    >
      {form === 'forgot' ? (
        <ForgotForm email={email} onEmail={onEmail} />
      ) : (
        <AuthForm
          form={form}
          email={email}
          proof={proof}
          onEmail={onEmail}
          onAnotherEmail={onAnotherEmail}
          forgot={forgot}
          navigation={navigation}
          otherWays={otherWays}
          onSignedIn={form === 'sign-up' ? onSignedUp : onSignedIn}
        />
      )}
    </AuthCard>
  );
}
