import { useMemo } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { guestId } from '#features/guest/constants.ts';
import { importLabel } from '#features/imports/link-texts.ts';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { inboxTexts as texts } from '#features/suggestions/inbox-texts.ts';
import { Inbox } from '#features/suggestions/web/inbox/inbox.tsx';
import { navigate } from '#platform/navigation/navigation.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../../paths.ts';
import { GuestFrame } from '../guest/guest-frame.tsx';
import { BackLink } from '../shell/back-link.tsx';
import { PageLinks } from '../shell/page-links.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

/** /inbox: what may become entries, of a user or a guest. */
export function InboxPage({ signedIn }: { signedIn: SignedIn | null }) {
  useTitle(texts.title);
  return signedIn ? (
    <OwnInbox signedIn={signedIn} />
  ) : (
    <GuestFrame>
      <Content userId={guestId} about={texts.guestAbout} />
    </GuestFrame>
  );
}

function OwnInbox({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  return (
    <SignedInPage signedIn={signedIn}>
      <Content userId={signedIn.user.id} about={texts.about} />
    </SignedInPage>
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
      <p className="mt-1 mb-6 max-w-line text-button font-normal text-ink-2">
        {about}{' '}
        <a href={paths.import} className="font-semibold text-primary underline underline-offset-3">
          {importLabel}
        </a>
      </p>
      <div className="min-h-[calc(100dvh-20rem)]">
        <Inbox scope={scope} logHref={paths.home} />
      </div>
      <PageLinks />
    </>
  );
}
