import { useMemo } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { guestId } from '#features/guest/constants.ts';
import { texts as guestTexts } from '#features/guest/texts.ts';
import { importLabel } from '#features/imports/path-constants.ts';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { inboxTexts as texts } from '#features/suggestions/inbox-texts.ts';
import { Inbox } from '#features/suggestions/web/inbox/inbox.tsx';
import { navigate } from '#platform/navigation/navigation.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../../paths.ts';
import { GuestActions } from '../guest/guest-actions.tsx';
import { BackLink } from '../shell/back-link.tsx';
import { Header } from '../shell/header.tsx';
import { PageLinks } from '../shell/page-links.tsx';
import { PaletteButton } from '../shell/palette-button.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

/** /inbox: what may become entries, of a user or a guest. */
export function InboxPage({ signedIn }: { signedIn: SignedIn | null }) {
  useTitle(texts.title);
  return signedIn ? <OwnInbox signedIn={signedIn} /> : <GuestInbox />;
}

function OwnInbox({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  return (
    <SignedInPage signedIn={signedIn}>
      <Content userId={signedIn.user.id} about={texts.about} />
    </SignedInPage>
  );
}

function GuestInbox() {
  return (
    <>
      <Header onHome={() => void navigate(paths.home)} badge={guestTexts.badge}>
        <PaletteButton className="max-[22.5rem]:hidden" />
        <GuestActions />
      </Header>
      <main id="main" className="mx-auto w-full max-w-column px-side pt-9 pb-32">
        <Content userId={guestId} about={texts.guestAbout} />
      </main>
    </>
  );
}

function Content({ userId, about }: { userId: string; about: string }) {
  const scope = useMemo(() => ({ userId, timezone: readerTimeZone() }), [userId]);
  return (
    <>
      <BackLink href={paths.home} onGo={() => void navigate(paths.home)}>
        {texts.back}
      </BackLink>
      <h1 className="text-title-phone md:text-title">{texts.title}</h1>
      <p className="mt-1 mb-6 max-w-[62ch] text-button font-normal text-ink-2">
        {about}{' '}
        <a href={paths.import} className="font-semibold text-primary underline underline-offset-3">
          {importLabel}
        </a>
      </p>
      <div className="min-h-[calc(100dvh-20rem)]">
        <Inbox scope={scope} />
      </div>
      <PageLinks />
    </>
  );
}
