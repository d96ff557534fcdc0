import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import { FailedPage } from './failed-page.tsx';
import { MessagePage } from './message-page.tsx';

/** Replaces a page that failed to load because the server did not respond, or that crashed. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!(error instanceof Problem)) return <FailedPage />;
  async function retry() {
    reset();
    await router.invalidate();
  }
  return (
    <MessagePage
      title={texts.unreachable.title}
      action={
        <Button variant="primary" onClick={() => void retry()}>
          {texts.unreachable.again}
        </Button>
      }
    >
      {texts.unreachable.text}
    </MessagePage>
  );
}
