import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import { MessagePage } from './message-page.tsx';

/** Replaces a page that crashed. */
export function FailedPage() {
  return (
    <MessagePage
      title={texts.failed.title}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {texts.failed.reload}
        </Button>
      }
    >
      {texts.failed.text}
    </MessagePage>
  );
}
