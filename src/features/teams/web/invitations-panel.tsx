import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useLayoutEffect, useState, type ComponentProps } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { SectionLine } from '#ui/section-line.tsx';
import type { Invitation } from '../contract.ts';
import { panelTexts as texts } from '../panel-texts.ts';
import type { WaitingList as List } from './waiting-list.tsx';
import { followHeight, keepHeight, releaseRoom } from './panel-room.ts';
import { useLiveInvitations } from './queries.ts';
import { JoinedRow, RequestRow } from './request-row.tsx';
import { usePanelRows } from './use-panel-rows.ts';

const WaitingList = fetched<ComponentProps<typeof List>>(
  async () => (await import('./waiting-list.tsx')).WaitingList,
  FailedPart,
);

type Props = {
  scope: Scope;
  /** The Team Plan section of the settings. */
  planHref: string;
};

/**
 * What waits for the user's answer, above the tabs, and what the user waits for (R-E1). Nothing while there is neither.
 * While it loads, it takes the room of the last visit: none for most users.
 */
export function InvitationsPanel({ scope, planHref }: Props) {
  const title = useId();
  useLiveInvitations(scope);
  const panel = usePanelRows(scope);
  const { requests, joined, waiting, isSettled, isError, hasTeam } = panel;
  const isEmpty = requests.length + joined.length + waiting.length === 0;
  const isKnown = isSettled && !isError;
  useLayoutEffect(() => {
    if (isSettled) releaseRoom();
    if (isKnown && isEmpty) keepHeight(0);
  }, [isSettled, isKnown, isEmpty]);
  if (!isSettled) return <div aria-hidden="true" className="h-[var(--invitations,0px)]" />;
  if (panel.isUnknown) return <Unavailable onRetry={() => void panel.refetch()} />;
  // On phones, the user has opened it.
  if (isEmpty) return <p className="py-3 text-meta text-ink-2 md:hidden">{texts.none}</p>;
  return (
    <section ref={followHeight} aria-labelledby={title} className="border-rule md:border-b">
      <h2 id={title} className="pt-4 text-button">
        {texts.title}
      </h2>
      <ul aria-labelledby={title}>
        {joined.map((relationship) => (
          <JoinedRow
            key={relationship.relationship_id}
            relationship={relationship}
            scope={scope}
            planHref={hasTeam ? undefined : planHref}
          />
        ))}
        {requests.map((relationship) => (
          <RequestRow key={relationship.relationship_id} relationship={relationship} scope={scope} />
        ))}
      </ul>
      {waiting.length > 0 ? (
        <Waiting invitations={waiting} more={panel.hasMore} scope={scope} />
      ) : (
        <div className="pb-2" />
      )}
    </section>
  );
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="border-rule md:border-b">
      <SectionLine title={texts.title} actions={<Button onClick={onRetry}>{texts.tryAgain}</Button>}>
        <p role="alert" className="text-meta text-ink-2">
          {texts.unavailable}
        </p>
      </SectionLine>
    </div>
  );
}

type WaitingProps = {
  invitations: Invitation[];
  /** Not all are loaded. MY TEAM and the settings list all of them. */
  more: boolean;
  scope: Scope;
};

/** The user's own requests, closed at first. */
function Waiting({ invitations, more, scope }: WaitingProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="pb-2">
      <Button
        variant="quiet"
        className="-ms-3.5 font-normal"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="text-start whitespace-normal">{texts.waiting(invitations, more)}</span>
        <ChevronDown
          aria-hidden="true"
          size={14}
          className={cx('shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </Button>
      <div id={id} hidden={!open} data-passing>
        {open && <WaitingList invitations={invitations} scope={scope} />}
      </div>
    </div>
  );
}
