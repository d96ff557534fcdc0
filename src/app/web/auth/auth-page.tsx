import { useEffect, useEffectEvent, useState } from 'react';
import { takeAddressProof } from '#features/accounts/web/auth/address-proof.ts';
import { authAbout } from '#features/accounts/web/auth/auth-problems.ts';
import { AuthForms } from '#features/accounts/web/auth/auth-forms.tsx';
import type { AuthNavigation } from '#features/accounts/web/auth/auth-link.tsx';
import { authFace, authQuery, readAuthView, sharedAuthView } from '#features/accounts/web/auth/auth-view.ts';
import { aboutSignedIn, takeRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { forgetMailedTokens } from '#features/accounts/web/auth/mailed-token.ts';
import { takeRecoveryLink } from '#features/accounts/web/auth/recovery-link.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { fetchSignedIn } from '#features/accounts/web/session/session.ts';
import { useVerification } from '#features/accounts/web/verification/use-verification.ts';
import { texts as authTexts, verifyLinkTexts } from '#features/accounts/auth-texts.ts';
import { PasskeySignIn } from '#features/sign-in-methods/web/passkey-sign-in.tsx';
import { returnKey, startPath } from '#features/single-sign-on/path-constants.ts';
import { signInTexts as providerTexts } from '#features/single-sign-on/way-texts.ts';
import { ProviderLink } from '#features/single-sign-on/web/provider-link.tsx';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { noteSignUp } from '#features/guest/web/sign-up-note.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { dismissToastsAbout, toastOnNextPage } from '#ui/toast.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { paths } from '../../paths.ts';
import { pageSession } from '../instance.ts';
import { useAnswers } from '../hydrated.ts';
import { Header } from '../shell/header.tsx';
import { PageLinks } from '../shell/page-links.tsx';
import { useTitle } from '../shell/use-title.ts';
import { texts } from '../texts.ts';
import { Working } from './working.tsx';

export { loadAuthForm } from '#features/accounts/web/auth/auth-forms.tsx';

// Only those who come with a link from an email need these.
const Recovery = fetched(
  async () => (await import('./recovery.tsx')).Recovery,
  FailedPart,
  <Working text={authTexts.opening} />,
);
const VerificationRefused = fetched(
  async () =>
    (await import('#features/accounts/web/verification/verification-refused.tsx')).VerificationRefused,
  FailedPart,
  <Working text={verifyLinkTexts.working} />,
);

const goHome = () => location.replace(takeRedirect());

/**
 * /auth: sign in, sign up, reset the password. All emailed links about the account also open it. `search`: the query of
 * the URL, passed when the page is rendered on the server.
 */
export function AuthPage({ search = location.search }: { search?: string }) {
  // Only the browser knows the link from an email. The server renders the page without it.
  const hydrated = useHydrated();
  const [link, setLink] = useState(takeRecoveryLink);
  // The link can be settled before it is known who is signed in.
  const [firstLink] = useState(link);
  const verification = useVerification(goHome);
  const [view, setView] = useState(() => readAuthView(search));
  const [proof, setProof] = useState(takeAddressProof);
  const [email, setEmail] = useState('');
  // How a way through the provider ended, and what to say of it.
  const [returned] = useState(() => new URLSearchParams(search).get(returnKey));
  const [sentence, setSentence] = useState<string>();
  const face = authFace(hydrated ? view : sharedAuthView(view));
  useAnswers();
  // A link's part has its own.
  useTitle(link ? undefined : face.heading);

  const onSession = useEffectEvent(async (isSignedIn: boolean) => {
    const end =
      returned === null
        ? undefined
        : (await import('#features/single-sign-on/web/take-return.ts')).takeReturn(returned);
    if (isSignedIn && !firstLink) {
      end?.tellThere();
      if (end?.isSignUp) await onSignedUp();
      else await verification.verify();
      return;
    }
    if (end) setSentence(end.sentence);
    const isPlain = search === '' && !proof && !firstLink && verification.state.at === 'no link';
    if (ways.redirects && isPlain && !isSignedIn) location.replace(startPath);
  });
  const onUnreachable = useEffectEvent(() => {
    const hasLink = link || verification.state.at !== 'no link';
    if (pageSession === 'offline' && knownSession() && !hasLink) goHome();
  });
  useEffect(() => {
    const asked = pageSession === null ? Promise.resolve(null) : fetchSignedIn();
    asked
      .then((signedIn) => onSession(signedIn !== null))
      // Without a connection, the logbook opens from this browser's copy. Otherwise the form is still shown, and
      // reports the error on submit.
      .catch(onUnreachable);
  }, []);

  const navigation: AuthNavigation = {
    hrefOf: (to) => paths.auth + authQuery(to),
    go(to) {
      dismissToastsAbout(authAbout);
      history.replaceState(null, '', navigation.hrefOf(to));
      setView(to);
      setLink(undefined);
    },
  };

  function content() {
    if (!hydrated) return form();
    if (link) {
      const onNoPassword = (said: string) => {
        setSentence(said);
        setLink(undefined);
      };
      return (
        <Recovery link={link} heading={face.heading} {...{ navigation, onNoPassword }} onDone={goHome} />
      );
    }
    const { state, verify } = verification;
    if (state.at === 'working') return <Working text={verifyLinkTexts.working} />;
    if (state.at === 'refused') {
      return (
        <VerificationRefused
          error={state.error}
          homeHref={paths.home}
          onTryAgain={() => void verify()}
          onSignedOut={() => location.assign(paths.auth)}
        />
      );
    }
    return form(state.at === 'needs session' ? verifyLinkTexts.signInFirst : undefined);
  }

  async function onSignedUp() {
    noteSignUp();
    // Without it, the tutorial opens again.
    await import('./carry-tutorial.ts').then(
      ({ carryTutorial }) => carryTutorial(),
      () => undefined,
    );
    await verification.verify();
  }

  async function onPasskey() {
    toastOnNextPage({ title: authTexts.signedIn, about: aboutSignedIn });
    await verification.verify();
  }

  function form(tagline: string = sentence ?? texts.tagline) {
    return (
      <AuthForms
        face={face}
        tagline={tagline}
        email={email}
        onEmail={setEmail}
        proof={hydrated ? proof : undefined}
        onAnotherEmail={() => {
          forgetMailedTokens();
          setProof(undefined);
        }}
        navigation={navigation}
        otherWays={
          <>
            <ProviderLink />
            {(face.form === 'sign-in' || !ways.passwords) && (
              <PasskeySignIn about={authAbout} onSignedIn={onPasskey} />
            )}
          </>
        }
        withoutPasswords={ways.passwords ? undefined : providerTexts.only(ways.provider ?? '')}
        onSignedIn={() => void verification.verify()}
        onSignedUp={() => void onSignedUp()}
      />
    );
  }

  return (
    <>
      <Header />
      <main id="main" className="mx-auto w-full max-w-form px-side pt-8 pb-32 md:pt-14">
        {content()}
        <PageLinks />
      </main>
    </>
  );
}
