import { useState } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { connectTexts } from '#features/command-line/connect-texts.ts';
import { ConnectCard } from '#features/command-line/web/connect-card.tsx';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { Confirmations } from '#features/sign-in-methods/web/confirmations.tsx';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../../paths.ts';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

/** /connect: approves a sign-in of the command line. */
export function ConnectPage({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  const [timezone] = useState(readerTimeZone);
  useTitle(connectTexts.title);
  return (
    <SignedInPage signedIn={signedIn}>
      <div className="mx-auto max-w-form">
        <ConnectCard email={signedIn.user.email} timezone={timezone} homeHref={paths.home} />
      </div>
      <Confirmations />
    </SignedInPage>
  );
}
