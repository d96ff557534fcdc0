import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import { FailedPage } from './failed-page.tsx';
import { MessagePage } from './message-page.tsx';

/** Stands in for a page that could not be loaded: the server did not answer, or the page itself broke. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!(error instanceof Problem)) return <FailedPage />;
  async function again() {
    reset();
    await router.invalidate();
  }
  return (
    <MessagePage
      title={texts.unreachable.title}
      action={
        <Button variant="primary" onClick={() => void again()}>
          {texts.unreachable.again}
        </Button>
      }
    >
      {texts.unreachable.text}
    </MessagePage>
  );
}
