import { useMemo } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { guestId } from '#features/guest/constants.ts';
import { pageIds } from '#features/imports/constants.ts';
import { importLabel } from '#features/imports/link-texts.ts';
import { texts } from '#features/imports/texts.ts';
import { ImportPanel } from '#features/imports/web/page/import-panel.tsx';
import type { Recommendation } from '#features/imports/read/found.ts';
import { useSignedIn } from '#features/profile/web/use-signed-in.ts';
import { navigate, parseSearch, useSearch } from '#platform/navigation/navigation.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../../paths.ts';
import { GuestFrame } from '../guest/guest-frame.tsx';
import { BackLink } from '../shell/back-link.tsx';
import { SignedInPage } from '../shell/signed-in-page.tsx';
import { useTitle } from '../shell/use-title.ts';

/** /import: suggests entries from files of other programs, for users and guests. */
export function ImportPage({ signedIn }: { signedIn: SignedIn | null }) {
  useTitle(importLabel);
  return signedIn ? (
    <OwnImport signedIn={signedIn} />
  ) : (
    <GuestFrame>
      <Content userId={guestId} addresses={[]} onAsk={undefined} />
    </GuestFrame>
  );
}

function OwnImport({ signedIn: initialSession }: { signedIn: SignedIn }) {
  const signedIn = useSignedIn(initialSession);
  const { user } = signedIn;
  async function ask({ name, position, company, text }: Recommendation) {
    await navigate(paths.home);
    const { loadVouchDrafts, openFormWith } = await import('#features/vouches/web/vouch-drafts.ts');
    loadVouchDrafts(user.id);
    openFormWith(`recommendation ${name} ${text.slice(0, 100)}`, {
      project_name: texts.vouches.project,
      individual_contribution: text,
      reference_name: name,
      reference_position: position,
      reference_department: company,
    });
  }
  return (
    <SignedInPage signedIn={signedIn}>
      <Content
        userId={user.id}
        addresses={[user.email]}
        onAsk={(recommendation) => void ask(recommendation)}
      />
    </SignedInPage>
  );
}

type Props = {
  userId: string;
  addresses: string[];
  onAsk: ((recommendation: Recommendation) => void) | undefined;
};

function Content({ userId, addresses, onAsk }: Props) {
  const search = parseSearch(useSearch());
  const format = pageIds.find((id) => id === search['format']);
  const scope = useMemo(() => ({ userId, timezone: readerTimeZone() }), [userId]);
  const back = format === undefined ? paths.home : paths.import;
  return (
    <>
      <div className="mx-auto max-w-reading">
        <BackLink href={back} onGo={() => void navigate(back)}>
          {format === undefined ? texts.home : texts.back}
        </BackLink>
      </div>
      <ImportPanel
        scope={scope}
        format={format}
        onChoose={(href) => void navigate(href)}
        addresses={addresses}
        inboxHref={paths.inbox}
        homeHref={paths.home}
        onAsk={onAsk}
      />
    </>
  );
}
