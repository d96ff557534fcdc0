import { buttonClass } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = { title: string; text: string; action: string; href: string };

/** A whole page that says why there is nothing to show, and where to go. */
export function PageMessage({ title, text, action, href }: Props) {
  return (
    <EmptyState
      as="h1"
      title={title}
      action={
        <a href={href} className={buttonClass('primary')}>
          {action}
        </a>
      }
    >
      {text}
    </EmptyState>
  );
}
