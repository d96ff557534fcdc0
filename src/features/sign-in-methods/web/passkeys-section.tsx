import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';
import { sectionTexts as texts } from '../section-texts.ts';
import { PasskeysLoading } from './passkeys-loading.tsx';

const Passkeys = fetched(
  async () => (await import('./passkeys.tsx')).Passkeys,
  FailedPart,
  <PasskeysLoading />,
);

/** The section of the settings about passkeys. */
export function PasskeysSection() {
  return (
    <div className="grid gap-3">
      <p className="text-button font-normal text-ink-2">{texts.about}</p>
      <Later waiting={<PasskeysLoading />}>
        <Passkeys />
      </Later>
    </div>
  );
}
