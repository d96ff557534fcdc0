import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { signUpPath } from '../constants.ts';

/** Why something needs an account, with the label of the link to sign up. */
export type AccountNeeded = { title: string; text: string; signUp: string };

const about = 'account-needed';

/** Shows a guest why something needs an account, in a toast with a link to sign up. */
export function showAccountNeeded({ title, text, signUp }: AccountNeeded): void {
  toast({
    title,
    description: text,
    tone: 'danger',
    about,
    action: { label: signUp, onPress: () => location.assign(signUpPath) },
  });
}

export function dismissAccountNeeded(): void {
  dismissToastsAbout(about);
}
