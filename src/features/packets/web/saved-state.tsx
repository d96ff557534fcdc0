import { useQueryClient } from '@tanstack/react-query';
import { guestId } from '#features/guest/constants.ts';
import type { Queued } from '#platform/outbox/queue.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { useStore } from '#ui/store.ts';
import { editorTexts } from '../editor-texts.ts';
import { discardDrafts, keepOwnDraft, unreachedDrafts, unstoredDrafts } from './packet-outbox.ts';
import type { PacketWrite } from './packet-queue.ts';

const texts = editorTexts.saved;

type Props = { scope: Scope; packetId: string; unsent: Queued<PacketWrite> | undefined };

/** Whether the server has the draft, and what the user can do if it refused it. */
export function SavedState({ scope, packetId, unsent }: Props) {
  const page = { queries: useQueryClient(), scope };
  const isUnreached = useStore(unreachedDrafts, ({ ids }) => ids.includes(packetId));
  const isUnstored = useStore(unstoredDrafts, ({ ids }) => ids.includes(packetId));
  if (unsent?.state === 'refused') {
    const isChanged = unsent.code === 'packet_changed';
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-2 border-s-3 border-danger bg-danger-wash px-3 py-2"
      >
        <p className="grow basis-56 text-meta text-danger">{isChanged ? texts.changed : unsent.reason}</p>
        {isChanged && (
          <Button onClick={() => void keepOwnDraft(page, packetId).catch(() => undefined)}>
            {texts.keepMine}
          </Button>
        )}
        <Button onClick={() => discardDrafts(page, packetId)}>
          {isChanged ? texts.takeTheirs : texts.discard}
        </Button>
      </div>
    );
  }
  if (unsent && unsent.state !== 'delivered' && isUnstored)
    return (
      <p role="alert" className="text-meta text-danger">
        {texts.unstored}
      </p>
    );
  return (
    <p role="status" className="text-meta text-ink-3">
      {unsent && unsent.state !== 'delivered' ? unsentText(scope, isUnreached) : texts.saved}
    </p>
  );
}

// A guest's packets need no connection.
const unsentText = ({ userId }: Scope, isUnreached: boolean) =>
  (navigator.onLine && !isUnreached) || userId === guestId ? texts.saving : texts.offline;
