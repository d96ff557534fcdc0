import { cookiesWork } from '#features/accounts/web/session/cookies-work.ts';
import { signUpPath } from '#features/guest/constants.ts';
import { texts } from '#features/guest/texts.ts';
import { buttonClass } from '#ui/button.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { paths } from '../../paths.ts';
import { ShareButton } from '../shell/share-button.tsx';

/** The controls of a guest's header: sharing, which needs an account, and sign-in. */
export function GuestActions() {
  async function share() {
    if (!cookiesWork()) {
      const { storageTexts } = await import('#features/guest/storage-texts.ts');
      toast({ title: storageTexts.title, description: storageTexts.withoutCookies, tone: 'danger' });
      return;
    }
    // The page navigates immediately, so the toast is shown on the next page.
    toastOnNextPage(texts.shareNeedsAccount);
    location.assign(signUpPath);
  }
  return (
    <>
      <ShareButton onClick={() => void share()} />
      <a href={paths.auth} className={buttonClass('outline')}>
        {texts.signIn}
      </a>
    </>
  );
}
