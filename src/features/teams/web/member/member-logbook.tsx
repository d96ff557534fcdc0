import { useQuery, useQueryClient } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { mediumDay } from '#platform/reader/formats.ts';
import { closeSendDialog, loadSendDraft, openAnswer, sendState } from '#features/shoutouts/web/send-draft.ts';
import { hasCode } from '#platform/http/client.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useStore } from '#ui/store.ts';
import { Tabs } from '#ui/tabs.tsx';
import { toast } from '#ui/toast.ts';
import { memberLimits } from '../../member-constants.ts';
import { memberTexts as texts } from '../../member-texts.ts';
import { MemberEntries } from './member-entries.tsx';
import { MemberGoals } from './member-goals.tsx';
import { forgetMember, memberQuery, type Member, type MemberScope } from './member-queries.ts';
import { MemberShoutouts } from './member-shoutouts.tsx';
import { useLiveMember } from './use-live-member.ts';

const SendDialog = fetched(
  async () => (await import('#features/shoutouts/web/send-dialog.tsx')).SendDialog,
  () => <FailedOverlay onClose={closeSendDialog} />,
);

const tabIds = ['entries', 'goals', 'shoutouts'] as const;
type TabId = (typeof tabIds)[number];

type Props = {
  scope: Scope;
  memberId: string;
  /** The tab in the URL, possibly unknown. */
  tab: string | undefined;
  hrefOf: (tab: string) => string;
  onSelect: (tab: string) => void;
  /** The member, once known, for the page's title. */
  onLoaded: (member: Member) => void;
  /** The viewer cannot see the logbook, or can no longer see it. */
  onClosed: () => void;
};

/** A member's logbook as the manager sees it (R-E3). It closes as soon as the server says that access has ended. */
export function MemberLogbook({ scope, memberId, tab, hrefOf, onSelect, onLoaded, onClosed }: Props) {
  const { userId, timezone } = scope;
  const viewed = useMemo(() => ({ userId, timezone, memberId }), [userId, timezone, memberId]);
  const member = useMember(viewed, onClosed);
  useLiveMember(viewed);
  const load = useEffectEvent(onLoaded);
  useEffect(() => {
    if (member) load(member);
  }, [member]);
  if (!member) return <Loading />;
  return <Loaded scope={viewed} member={member} tab={tab} hrefOf={hrefOf} onSelect={onSelect} />;
}

/** The member. Undefined while loading, and once there is no access. */
function useMember(scope: MemberScope, onClosed: () => void): Member | undefined {
  const queries = useQueryClient();
  const { data, error, isPaused } = useQuery(memberQuery(scope));
  const isGone = hasCode(error, 'not_found');
  const hasFailed = !data && (error !== null || isPaused);
  const close = useEffectEvent(() => {
    if (isGone && data) toast({ title: texts.ended.title(data.full_name), description: texts.ended.detail });
    else if (isGone)
      toast({ title: texts.notFound.title, description: texts.notFound.detail, tone: 'danger' });
    else toast({ title: texts.failed.title, description: texts.failed.detail, tone: 'danger' });
    forgetMember(queries, scope);
    onClosed();
  });
  useEffect(() => {
    if (isGone || hasFailed) close();
  }, [isGone, hasFailed]);
  return isGone ? undefined : data;
}

type LoadedProps = Pick<Props, 'tab' | 'hrefOf' | 'onSelect'> & { scope: MemberScope; member: Member };

function Loaded({ scope, member, tab, hrefOf, onSelect }: LoadedProps) {
  useState(() => loadSendDraft(scope.userId));
  const sending = useStore(sendState, ({ open }) => open);
  const draftId = useStore(sendState, ({ draft }) => draft.id);
  useEffect(() => closeSendDialog, []);
  // What is new stays marked during the visit, although every load counts as a look.
  const [newSince] = useState(member.looked_at);
  const selected = tabIds.find((id) => id === tab) ?? 'entries';
  const { full_name: name, email, counts } = member;
  const answer =
    email === null
      ? undefined
      : (about: { id: string; message: string }) =>
          openAnswer({ answers: about.id, recipient: email, message: about.message });
  // Each language has its own place for the name.
  const [before, after] = texts.heading('\n').split('\n');
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start gap-x-5 gap-y-4">
        <Avatar name={name} src={member.avatar_url} size="large" />
        <div className="min-w-0 grow basis-48">
          <h1 className="text-title-phone wrap-anywhere md:text-title">
            {before}
            <bdi>{name}</bdi>
            {after}
          </h1>
          <p className="mt-1 text-button font-normal text-ink-2">
            {texts.since(mediumDay(member.accepted_at, scope.timezone))}
          </p>
          <p className="mt-0.5 text-meta font-normal text-ink-3">
            {member.relationship_id === null ? texts.seesLegacy : texts.sees}
          </p>
        </div>
        {answer && (
          <Button onClick={() => answer({ id: member.user_id, message: '' })}>
            <Heart aria-hidden="true" size={16} />
            {texts.entries.answer}
          </Button>
        )}
      </div>
      <Tabs
        label={texts.tabs.label}
        selected={selected}
        tabs={tabIds.map((id) => ({
          id,
          label: texts.tabs[id],
          href: hrefOf(id),
          badge: <Count value={counts[id]} />,
        }))}
        onSelect={onSelect}
      >
        <div className="pt-6">
          <Panel tab={selected} scope={scope} member={member} newSince={newSince} onAnswer={answer} />
        </div>
      </Tabs>
      {sending && <SendDialog key={draftId} scope={scope} />}
    </>
  );
}

type PanelProps = {
  tab: TabId;
  scope: MemberScope;
  member: Member;
  newSince: string | null;
  onAnswer: ((about: { id: string; message: string }) => void) | undefined;
};

function Panel({ tab, scope, member, newSince, onAnswer }: PanelProps) {
  const name = member.full_name;
  if (tab === 'goals') return <MemberGoals scope={scope} name={name} />;
  if (tab === 'shoutouts') return <MemberShoutouts scope={scope} name={name} />;
  return <MemberEntries scope={scope} name={name} newSince={newSince} onAnswer={onAnswer} />;
}

function Count({ value }: { value: number }) {
  const { counted } = memberLimits;
  return (
    <span className="figures text-meta font-normal text-ink-3">
      {value > counted ? texts.moreThan(counted) : value}
    </span>
  );
}

/** Has the dimensions of the loaded page, to minimize layout shift. */
function Loading() {
  return (
    <div role="status" aria-label={texts.loading}>
      <div className="mb-6 flex items-start gap-5">
        <Skeleton className="size-22" />
        <div className="grid gap-2">
          <Skeleton className="h-8.5 w-56 md:h-10" />
          <Skeleton className="h-5 w-40" />
        </div>
      </div>
      <Skeleton className="mb-6 h-9 w-72" />
      <SkeletonRows widths={['w-[62%]', 'w-[48%]', 'w-[70%]']} />
    </div>
  );
}
