// What the page does when the browser comes back from the provider. Loaded only then.
import { aboutSignedIn } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { toastOnNextPage } from '#ui/toast.ts';
import { outcomes } from '../constants.ts';
import type { Outcome } from '../contract.ts';
import { outcomeTexts } from '../texts.ts';
import { ways } from './ways.ts';

const successes: readonly Outcome[] = ['signed-in', 'signed-up', 'connected', 'confirmed'];

type Returned = {
  isSignUp: boolean;
  /** Says how it ended, on the next page. */
  tellThere(): void;
  /** What this page says if no one is signed in. */
  sentence: string | undefined;
};

export function takeReturn(named: string): Returned {
  const outcome = outcomes.find((known) => known === named) ?? 'failed';
  const isSuccess = successes.includes(outcome);
  const { title, description } = outcomeTexts[outcome](ways.provider ?? '', ways.passwords);
  // A reload does not say it again.
  history.replaceState(null, '', location.pathname);
  return {
    isSignUp: outcome === 'signed-up',
    tellThere() {
      toastOnNextPage({
        ...{ title, about: aboutSignedIn },
        ...(description && { description }),
        ...(!isSuccess && { tone: 'danger' as const }),
      });
    },
    sentence: isSuccess ? undefined : [title, description].filter(Boolean).join(' '),
  };
}
