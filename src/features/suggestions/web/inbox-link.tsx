import { isPlainClick } from '#ui/plain-click.ts';
import { linkTexts } from '../link-texts.ts';
import { useInboxCount } from './inbox-count.ts';

type Props = { userId: string; href: string; onGo: () => void };

/** Leads to the inbox, if anything waits there. */
export function InboxLink({ userId, href, onGo }: Props) {
  const count = useInboxCount(userId);
  if (count === 0) return null;
  return (
    <>
      {' · '}
      <a
        href={href}
        className="text-ink-2 underline underline-offset-3 hover:text-ink"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onGo();
        }}
      >
        {linkTexts.count(count)}
      </a>
    </>
  );
}
