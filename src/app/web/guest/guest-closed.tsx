import { cookiesWork } from '#features/accounts/web/session/cookies-work.ts';
import { storageTexts as texts } from '#features/guest/storage-texts.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NeedsAccount } from './needs-account.tsx';

/** Replaces the logbook when the browser blocks storage. Offers an account only if cookies work. */
export function GuestClosed() {
  if (cookiesWork()) return <NeedsAccount {...texts} />;
  return (
    <div className="pt-7">
      <EmptyState
        title={texts.title}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
        }
      >
        {texts.withoutCookies}
      </EmptyState>
    </div>
  );
}
