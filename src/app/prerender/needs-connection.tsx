import { startTexts } from '#features/guest/start-texts.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { HomeLink } from '#ui/home-link.tsx';
import { instance } from '../web/instance.ts';

/** Shown by the service worker in place of a page that this browser has not stored. Starts with a reserved word. */
export const needsConnectionPage = {
  path: '/app/needs-connection',
  title: 'This page needs a connection',
  main: <NeedsConnection />,
};

function NeedsConnection() {
  return (
    <div data-needs-connection="">
      <EmptyState
        as="h1"
        title={needsConnectionPage.title}
        action={<HomeLink start="Open the logbook" back={startTexts.back} />}
      >
        {instance.instanceName} cannot be reached, and this browser has no copy of this page. Your logbook
        opens without a connection, and so do the guide and the other pages about {instance.instanceName} that
        you have opened before.
      </EmptyState>
    </div>
  );
}
