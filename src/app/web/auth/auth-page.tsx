import { useEffect, useEffectEvent, useState } from 'react';
import { AuthCard } from '#features/accounts/web/auth/auth-card.tsx';
import { AuthForm } from '#features/accounts/web/auth/auth-form.tsx';
import { AuthLink } from '#features/accounts/web/auth/auth-link.tsx';
import { authFace, authQuery, readAuthView, type AuthView } from '#features/accounts/web/auth/auth-view.ts';
import { ForgotForm } from '#features/accounts/web/auth/forgot-form.tsx';
import { NewPasswordForm } from '#features/accounts/web/auth/new-password-form.tsx';
import { RecoveryNotice } from '#features/accounts/web/auth/recovery-notice.tsx';
import { takeRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { fetchSignedIn } from '#features/accounts/web/session/session.ts';
import { useRecovery } from '#features/accounts/web/auth/use-recovery.ts';
import { useVerification } from '#features/accounts/web/verification/use-verification.ts';
import { recoveryTexts, texts as accountTexts } from '#features/accounts/texts.ts';
import { VerificationNotice } from '#features/accounts/web/verification/verification-notice.tsx';
import { noteSignUp } from '#features/guest/web/sign-up-note.ts';
import { paths } from '../../paths.ts';
import { pageSession } from '../instance.ts';
import { Header } from '../shell/header.tsx';
import { useTitle } from '../shell/use-title.ts';
import { texts } from '../texts.ts';
import { carryTutorial } from './carry-tutorial.ts';

const goHome = () => location.replace(takeRedirect());

/**
 * /auth: sign in, sign up, reset the password. All emailed links about the account also open it. `search`: the query of
 * the URL, passed when the page is rendered on the server.
 */
export function AuthPage({ search = location.search }: { search?: string }) {
  const recovery = useRecovery();
  const { state, verify } = useVerification(goHome);
  const [view, setView] = useState(() => readAuthView(search));
  const [email, setEmail] = useState('');
  const face = authFace(view);
  const isSettingPassword = recovery.state.at === 'new password';
  const heading = isSettingPassword ? recoveryTexts.heading : face.heading;
  useTitle(heading);

  const onSession = useEffectEvent((isSignedIn: boolean) => {
    if (isSignedIn && recovery.state.at === 'no link') void verify();
  });
  useEffect(() => {
    if (pageSession === null) return;
    fetchSignedIn()
      .then((signedIn) => onSession(signedIn !== null))
      // On failure the form is shown all the same, and reports the error on submit.
      .catch(() => undefined);
  }, []);

  const hrefOf = (to: AuthView) => paths.auth + authQuery(to);
  function go(to: AuthView) {
    history.replaceState(null, '', hrefOf(to));
    setView(to);
    recovery.leave();
  }
  const linkTo = (to: AuthView, question: string, link: string) => (
    <>
      {question}
      <AuthLink href={hrefOf(to)} onGo={() => go(to)}>
        {link}
      </AuthLink>
    </>
  );

  function body() {
    const link = recovery.state;
    if (link.at === 'new password') {
      const { question, link: back } = accountTexts.toggle.forgot;
      return (
        <AuthCard
          heading={heading}
          tagline={link.undone && link.email ? recoveryTexts.undo.done(link.email) : recoveryTexts.allEnd}
          footer={linkTo({}, question, back)}
        >
          <NewPasswordForm
            token={link.token}
            email={link.email}
            onDone={goHome}
            onRefused={recovery.refuse}
          />
        </AuthCard>
      );
    }
    if (link.at !== 'no link') {
      return (
        <RecoveryNotice
          state={link}
          homeHref={paths.home}
          onUndo={recovery.undo}
          onNewLink={() => go({ view: 'forgot' })}
        />
      );
    }
    if (state.at === 'working' || state.at === 'refused') {
      return (
        <VerificationNotice
          state={state}
          homeHref={paths.home}
          onTryAgain={() => void verify()}
          onSignedOut={() => location.assign(paths.auth)}
        />
      );
    }
    return form();
  }

  function form() {
    const { question, link } = accountTexts.toggle[face.form];
    const footer = linkTo(face.other, question, link);
    if (face.form === 'forgot') {
      return (
        <AuthCard heading={heading} badge={face.badge} tagline={recoveryTexts.about} footer={footer}>
          <ForgotForm email={email} onEmail={setEmail} />
        </AuthCard>
      );
    }
    const tagline = state.at === 'needs session' ? accountTexts.verification.signInFirst : texts.tagline;
    return (
      <AuthCard heading={heading} badge={face.badge} tagline={tagline} footer={footer}>
        <AuthForm
          form={face.form}
          email={email}
          onEmail={setEmail}
          forgotHref={hrefOf(face.forgot)}
          onForgot={() => go(face.forgot)}
          onSignedIn={() => {
            if (face.form !== 'sign-up') return void verify();
            noteSignUp();
            void carryTutorial().then(verify);
          }}
        />
      </AuthCard>
    );
  }

  return (
    <>
      <Header />
      <main id="main" className="mx-auto w-full max-w-form px-side pt-8 pb-32 md:pt-14">
        {body()}
      </main>
    </>
  );
}
