import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';
import { AppsLoading } from './apps-loading.tsx';

const ConnectedApps = fetched(
  async () => (await import('./connected-apps.tsx')).ConnectedApps,
  FailedPart,
  <AppsLoading />,
);

/** The section of the settings about connected apps. */
export function AppsSection() {
  return (
    <Later waiting={<AppsLoading />}>
      <ConnectedApps />
    </Later>
  );
}
