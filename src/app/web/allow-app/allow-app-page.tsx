import type { SignedIn } from '#features/accounts/contract.ts';
import { allowTexts } from '#features/connected-apps/allow-texts.ts';
import { AllowCard } from '#features/connected-apps/web/allow-card.tsx';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { Confirmations } from '#features/sign-in-methods/web/confirmations.tsx';
import { parseSearch, useSearch } from '#platform/navigation/navigation.ts';
import { paths } from '../../paths.ts';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

/** /app/allow: decides whether an app may connect. */
export function AllowAppPage({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  const { request } = parseSearch(useSearch());
  useTitle(allowTexts.title);
  return (
    <SignedInPage signedIn={signedIn}>
      <div className="mx-auto max-w-form">
        <AllowCard id={request} email={signedIn.user.email} homeHref={paths.home} />
      </div>
      <Confirmations />
    </SignedInPage>
  );
}
