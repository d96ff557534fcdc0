import { settingsTexts } from '#features/accounts/settings-texts.ts';
import { SignOutButton } from '#features/accounts/web/session/sign-out-button.tsx';
import { DeleteAccount } from '#features/accounts/web/settings/delete-account.tsx';
import { FeedbackForm } from '#features/accounts/web/settings/feedback-form.tsx';
import { DownloadData } from '#features/export/web/download-data.tsx';
import { sweep } from '#platform/drafts/persisted-files.ts';
import { leave } from '../shell/signed-in-page.tsx';
import { listTexts } from './list-texts.ts';
import { SettingsSection } from './settings-section.tsx';

/** The rows of the last section: the download, feedback, and the ends of the session and of the account. */
export function DataSection({ userId }: { userId: string }) {
  return (
    <>
      <SettingsSection title={listTexts.yourData}>
        <DownloadData />
      </SettingsSection>
      <SettingsSection title={settingsTexts.feedback.title}>
        <FeedbackForm />
      </SettingsSection>
      <SettingsSection title={listTexts.yourAccount}>
        <div className="mb-4">
          <SignOutButton onSignedOut={leave} />
        </div>
        <DeleteAccount userId={userId} onDeleted={() => void sweep(userId).finally(leave)} />
      </SettingsSection>
    </>
  );
}
