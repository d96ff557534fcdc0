import { Share2 } from 'lucide-react';
import { cookiesWork } from '#features/accounts/web/session/cookies-work.ts';
import { signUpPath } from '#features/guest/contract.ts';
import { texts } from '#features/guest/texts.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { toast, toastOnNextPage } from '#ui/toast.ts';
import { paths } from '../../paths.ts';

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
      <Button
        onClick={() => void share()}
        className="max-md:w-control max-md:border-transparent max-md:bg-transparent max-md:px-0"
      >
        <Share2 aria-hidden="true" size={16} className="text-ink-2" />
        <span className="max-md:sr-only">{texts.share}</span>
      </Button>
      <a href={paths.auth} className={buttonClass('outline')}>
        {texts.signIn}
      </a>
    </>
  );
}
