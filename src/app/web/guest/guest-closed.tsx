import { cookiesWork } from '#features/accounts/web/session/cookies-work.ts';
import { closedTexts as words } from '#features/guest/closed-texts.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { NeedsAccount } from './needs-account.tsx';

/** Instead of the logbook where the browser stores nothing; an account is offered only where it could work. */
export function GuestClosed() {
  if (cookiesWork()) return <NeedsAccount {...words} />;
  return (
    <div className="pt-7">
      <EmptyState
        title={words.title}
        action={
          <Button variant="primary" onClick={() => location.reload()}>
            {words.reload}
          </Button>
        }
      >
        {words.withoutCookies}
      </EmptyState>
    </div>
  );
}
