import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';

type Props = {
  /** For readers without an account. */
  start: string;
  /** For signed-in users. */
  back: string;
  className?: string;
};

/**
 * A button that leads home, in a page that is the same for everyone. The page's head says whether this browser knows a
 * signed-in user, and the style sheet displays one of the two (`data-for`).
 */
export function HomeLink({ start, back, className }: Props) {
  const look = cx(buttonClass('primary'), className);
  return (
    <>
      <a href="/" data-for="visitor" className={look}>
        {start}
      </a>
      <a href="/" data-for="member" className={look}>
        {back}
      </a>
    </>
  );
}
