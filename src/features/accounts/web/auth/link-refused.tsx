import { Button, buttonClass } from '#ui/button.tsx';
import { recoveryTexts, texts } from '../../texts.ts';
import { AuthNotice } from './auth-notice.tsx';

type Props = {
  title: string;
  description: string | undefined;
  homeHref: string;
  /** Opens the form that sends a new link. */
  onNewLink: () => void;
};

/** Explains why an emailed recovery or undo link is not valid. */
export function LinkRefused({ title, description, homeHref, onNewLink }: Props) {
  return (
    <AuthNotice
      title={title}
      description={description}
      actions={
        <>
          <Button variant="primary" onClick={onNewLink}>
            {recoveryTexts.newLink}
          </Button>
          <a href={homeHref} className={buttonClass()}>
            {texts.verification.toLogbook}
          </a>
        </>
      }
    />
  );
}
