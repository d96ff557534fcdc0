import { toast } from '#ui/toast.ts';
import { signUpPath } from '../constants.ts';

/** Why something needs an account, with the label of the link to sign up. */
export type AccountNeeded = { title: string; text: string; signUp: string };

/** Shows a guest why something needs an account, in a toast with a link to sign up. Returns the function to dismiss it. */
export function showAccountNeeded({ title, text, signUp }: AccountNeeded): () => void {
  return toast({
    title,
    description: text,
    tone: 'danger',
    action: { label: signUp, onPress: () => location.assign(signUpPath) },
  });
}
