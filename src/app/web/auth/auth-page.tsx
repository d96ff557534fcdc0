import { useEffect, useState } from 'react';
import { AuthForm } from '#features/accounts/web/auth-form.tsx';
import { authFace, authQuery, readAuthView } from '#features/accounts/web/auth-view.ts';
import { takeRedirect } from '#features/accounts/web/redirect-after-auth.ts';
import { whoIsSignedIn } from '#features/accounts/web/session.ts';
import { paths } from '../../paths.ts';
import { instance } from '../instance.ts';
import { Header } from '../shell/header.tsx';
import { useTitle } from '../shell/use-title.ts';
import { texts } from '../texts.ts';

/** /auth: the title page of the record book, with the form on it. */
export function AuthPage() {
  const [view, setView] = useState(() => readAuthView(location.search));
  const face = authFace(view);
  const otherHref = paths.auth + authQuery(face.other);
  useTitle(face.heading);

  useEffect(() => {
    if (instance.session === false) return;
    whoIsSignedIn()
      .then((signedIn) => signedIn && location.replace(paths.home))
      // Without an answer the form stands there all the same, and says what is wrong when it is sent.
      .catch(() => undefined);
  }, []);

  return (
    <>
      <Header />
      <main id="main" className="mx-auto w-full max-w-form px-side pt-8 pb-32 md:pt-14">
        <AuthForm
          face={face}
          tagline={texts.tagline}
          otherHref={otherHref}
          onOther={() => {
            history.replaceState(null, '', otherHref);
            setView(face.other);
          }}
          onSignedIn={() => location.assign(takeRedirect())}
        />
      </main>
    </>
  );
}
