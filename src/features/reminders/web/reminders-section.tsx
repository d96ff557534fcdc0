import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';
import { sectionTexts as texts } from '../section-texts.ts';
import { RemindersLoading } from './reminders-loading.tsx';

const Reminders = fetched(
  async () => (await import('./reminders.tsx')).Reminders,
  FailedPart,
  <RemindersLoading />,
);

/** The section of the settings about the weekly email and the reminders. */
export function RemindersSection() {
  return (
    <div className="grid gap-5">
      <p className="text-button font-normal text-ink-2">{texts.about}</p>
      <Later waiting={<RemindersLoading />}>
        <Reminders />
      </Later>
    </div>
  );
}
