import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { faultTexts } from './fault-texts.ts';
import { FailedPage } from './failed-page.tsx';
import { MessagePage } from './message-page.tsx';

/** Replaces a page whose session could not be loaded because the server did not respond, or for an unknown reason. */
export function UnavailablePage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof Problem)) return <FailedPage />;
  return (
    <MessagePage
      title={faultTexts.unreachable.title}
      action={
        <Button variant="primary" onClick={onRetry}>
          {faultTexts.unreachable.again}
        </Button>
      }
    >
      {faultTexts.unreachable.text}
    </MessagePage>
  );
}
