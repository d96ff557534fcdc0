import { signUpPath } from '#features/guest/constants.ts';
import type { AccountNeeded } from '#features/guest/web/account-needed.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Shown in place of content that needs an account, with a link to sign up. */
export function NeedsAccount({ title, text, signUp }: AccountNeeded) {
  return (
    <div className="pt-7">
      <EmptyState
        title={title}
        action={
          <a href={signUpPath} className={buttonClass('primary')}>
            {signUp}
          </a>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
