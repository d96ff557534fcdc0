import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { guestId, signUpPath } from '#features/guest/constants.ts';
import { dayTitle } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Choice } from '#ui/choice.tsx';
import { cx } from '#ui/cx.ts';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PacketDraft } from '../contract.ts';
import { editorTexts as texts } from '../editor-texts.ts';
import { printTexts } from '../print-texts.ts';
import { BackToList } from './back-to-list.tsx';
import { ChoiceList } from './choice-list.tsx';
import { materialGroups } from './material-groups.ts';
import { PacketContents } from './packet-contents.tsx';
import { materialQuery } from './packet-queries.ts';
import { PrintPacket } from './print-packet.tsx';
import { SavedState } from './saved-state.tsx';
import { PublishMenu } from './publish-menu.tsx';
import { usePacket, type OpenPacket } from './use-packet.ts';

const parts = ['choose', 'write'] as const;
type Props = { scope: Scope; id: string; onBack: () => void };

/** The editor: what the period has to choose from, and what was chosen, next to each other or, on phones, in turn. */
export function PacketEditor({ scope, id, onBack }: Props) {
  const opened = usePacket(scope, id);
  const { draft, unsent, isError, retry } = opened;
  const isGuest = scope.userId === guestId;
  if (!draft)
    return isError ? (
      <Failed onRetry={retry} onBack={onBack} />
    ) : (
      <p role="status" className="flex items-center gap-3 py-6 text-ui text-ink-2">
        <Spinner />
        {texts.loading}
      </p>
    );
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <BackToList onBack={onBack} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:order-last max-md:basis-full">
          <p className="text-meta text-ink-2">
            {texts.period.range(dayTitle(draft.period.from), dayTitle(draft.period.to))}
          </p>
          <SavedState scope={scope} packetId={id} unsent={unsent} />
        </div>
        <div className="ms-auto">
          {isGuest ? (
            <PrintPacket scope={scope} id={id} variant="primary" />
          ) : (
            <PublishMenu scope={scope} id={id} packet={opened.packet} />
          )}
        </div>
      </div>
      {isGuest && <NeedsAccount />}
      <Columns scope={scope} id={id} draft={draft} change={opened.change} />
    </div>
  );
}

function NeedsAccount() {
  const { sentence, signUp } = printTexts.needsAccount;
  return (
    <p className="text-meta text-ink-2">
      {sentence}{' '}
      <a href={signUpPath} className="inline-block font-semibold text-primary underline underline-offset-3">
        {signUp}
      </a>
    </p>
  );
}

function Failed({ onRetry, onBack }: { onRetry: () => void; onBack: () => void }) {
  const { title, sentence, again } = texts.failed;
  return (
    <div className="grid gap-4">
      <div>
        <BackToList onBack={onBack} />
      </div>
      <FailedPanel title={title} sentence={sentence} again={again} onRetry={onRetry} />
    </div>
  );
}

type ColumnsProps = { scope: Scope; id: string; draft: PacketDraft; change: OpenPacket['change'] };

function Columns({ scope, id, draft, change }: ColumnsProps) {
  const [part, setPart] = useState<(typeof parts)[number]>('choose');
  const { data: material, isError, refetch } = useQuery(materialQuery(scope, draft.period));
  const groups = useMemo(() => material && materialGroups(material), [material]);
  const column = (name: typeof part) => cx('min-h-0 lg:block', name !== part && 'max-lg:hidden');
  return (
    <>
      <div role="radiogroup" aria-label={texts.parts.label} className="flex gap-1.5 lg:hidden">
        {parts.map((name) => (
          <Choice
            key={name}
            name="packet-part"
            checked={name === part}
            onChoose={() => setPart(name)}
            className="inline-flex min-h-control border-rule px-3 text-button"
          >
            {texts.parts[name]}
          </Choice>
        ))}
      </div>
      <div className="grid min-h-0 grow lg:grid-cols-2 lg:gap-8">
        <div className={column('choose')}>
          {groups ? (
            <ChoiceList groups={groups} draft={draft} scope={scope} change={change} />
          ) : (
            <MaterialState isError={isError} onRetry={() => void refetch()} />
          )}
        </div>
        <div data-scrolls className={cx(column('write'), 'lg:overflow-y-auto lg:overscroll-contain')}>
          <PacketContents id={id} groups={groups} draft={draft} scope={scope} change={change} />
        </div>
      </div>
    </>
  );
}

function MaterialState({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (isError)
    return (
      <FailedPanel
        title={texts.failed.title}
        sentence={texts.period.failed}
        again={texts.failed.again}
        onRetry={onRetry}
      />
    );
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-ui text-ink-2">
      <Spinner />
      {texts.period.reading}
    </p>
  );
}
