import { useEffect, useEffectEvent, useState } from 'react';
import { AuthForm } from '#features/accounts/web/auth-form.tsx';
import { authFace, authQuery, readAuthView } from '#features/accounts/web/auth-view.ts';
import { takeRedirect } from '#features/accounts/web/redirect-after-auth.ts';
import { whoIsSignedIn } from '#features/accounts/web/session.ts';
import { useVerification } from '#features/accounts/web/use-verification.ts';
import { texts as accountTexts } from '#features/accounts/texts.ts';
import { VerificationNotice } from '#features/accounts/web/verification-notice.tsx';
import { paths } from '../../paths.ts';
import { reader } from '../instance.ts';
import { Header } from '../shell/header.tsx';
import { useTitle } from '../shell/use-title.ts';
import { texts } from '../texts.ts';

/** /auth: the title page of the record book, with the form on it. Mailed links that prove an address lead here, too. */
export function AuthPage() {
  const { state, verify } = useVerification(() => location.replace(takeRedirect()));
  const [view, setView] = useState(() => readAuthView(location.search));
  const face = authFace(view);
  const otherHref = paths.auth + authQuery(face.other);
  useTitle(face.heading);

  const meet = useEffectEvent((known: boolean) => {
    if (known) void verify();
  });
  useEffect(() => {
    if (reader === null) return;
    whoIsSignedIn()
      .then((signedIn) => meet(signedIn !== null))
      // Without an answer the form stands there all the same, and says what is wrong when it is sent.
      .catch(() => undefined);
  }, []);

  return (
    <>
      <Header />
      <main id="main" className="mx-auto w-full max-w-form px-side pt-8 pb-32 md:pt-14">
        {state.at === 'working' || state.at === 'refused' ? (
          <VerificationNotice
            state={state}
            homeHref={paths.home}
            onTryAgain={() => void verify()}
            onSignedOut={() => location.assign(paths.auth)}
          />
        ) : (
          <AuthForm
            face={face}
            tagline={state.at === 'needs session' ? accountTexts.verification.signInFirst : texts.tagline}
            otherHref={otherHref}
            onOther={() => {
              history.replaceState(null, '', otherHref);
              setView(face.other);
            }}
            onSignedIn={() => void verify()}
          />
        )}
      </main>
    </>
  );
}
