import type { ReactNode } from 'react';
import { texts } from '../../auth-texts.ts';
import type { AddressProof } from './address-proof.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthForm } from './auth-form.tsx';
import { OtherForm, type AuthNavigation } from './auth-link.tsx';
import type { AuthFace } from './auth-view.ts';

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
  /** The card to ask for a new password. */
  forgotCard: ReactNode;
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
    forgotCard,
    otherWays,
    withoutPasswords,
    onSignedIn,
    onSignedUp,
  } = props;
  const { form, heading, badge, other, forgot } = face;
  if (withoutPasswords !== undefined)
    return (
      <AuthCard heading={texts.headings['sign-in']} tagline={tagline} footer={withoutPasswords}>
        <div className="grid gap-4.5 pb-6">{otherWays}</div>
      </AuthCard>
    );
  if (form === 'forgot') return forgotCard;
  return (
    <AuthCard
      heading={heading}
      badge={badge}
      tagline={tagline}
      footer={<OtherForm shown={form} to={other} navigation={navigation} />}
    >
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
    </AuthCard>
  );
}
