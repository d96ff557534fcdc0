import { Button, buttonClass } from '#ui/button.tsx';
import { useForm } from '#ui/use-form.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import { showRefusal, toastWithReason } from '../refusals.ts';
import { AuthNotice } from './auth-notice.tsx';

const copy = recoveryTexts.undo;
const about = 'recovery';

type Props = {
  homeHref: string;
  /** Whether they open accounts here. */
  passwords: boolean;
  /** Uses the link. Rejects with the error of the call. */
  onUndo: () => Promise<void>;
};

/** Asks for confirmation before an undo link is used. */
export function UndoEmailChange({ homeHref, passwords, onUndo }: Props) {
  const form = useForm({
    fields: [],
    about,
    send: onUndo,
    onError: (error) => showRefusal(error, about, { toast: toastWithReason(copy.failed) }),
  });
  return (
    <form {...form.props}>
      <AuthNotice
        title={copy.heading}
        description={copy.text(passwords)}
        actions={
          <>
            <Button type="submit" variant="primary" busy={form.busy}>
              {copy.action}
            </Button>
            <a href={homeHref} className={buttonClass()}>
              {copy.leave}
            </a>
          </>
        }
      />
    </form>
  );
}
