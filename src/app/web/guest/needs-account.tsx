import { signUpPath } from '#features/guest/contract.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Stands where a guest has nothing, with the way to have it. */
export function NeedsAccount({ title, text, signUp }: { title: string; text: string; signUp: string }) {
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
