import type { ReactNode } from 'react';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';

const MailAddress = fetched(async () => (await import('./mail-address.tsx')).MailAddress, FailedPart, null);

/**
 * The private address for email in the settings. Nothing on an instance that receives none, so nothing is shown until that
 * is known. `section`: renders the section around it.
 */
export function MailIn({ section }: { section: (content: ReactNode) => ReactNode }) {
  return (
    <Later waiting={null}>
      <MailAddress section={section} />
    </Later>
  );
}
