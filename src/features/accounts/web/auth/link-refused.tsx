import { Button, buttonClass } from '#ui/button.tsx';
import { linkTexts, recoveryTexts } from '../../recovery-texts.ts';
import { AuthNotice } from './auth-notice.tsx';

type Props = {
  title: string;
  description: string | undefined;
  homeHref: string;
  /** Opens the form that sends a new link. Undefined if no new link can be requested. */
  onNewLink: (() => void) | undefined;
};

/** Explains why an emailed recovery or undo link is not valid. */
export function LinkRefused({ title, description, homeHref, onNewLink }: Props) {
  return (
    <AuthNotice
      title={title}
      description={description}
      actions={
        <>
          {onNewLink && (
            <Button variant="primary" onClick={onNewLink}>
              {recoveryTexts.newLink}
            </Button>
          )}
          <a href={homeHref} className={buttonClass(onNewLink ? 'outline' : 'primary')}>
            {linkTexts.toLogbook}
          </a>
        </>
      }
    />
  );
}
