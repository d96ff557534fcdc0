// What sharing adds to entries on the timeline.
import Share2 from 'lucide-react/icons/share-2';
import type { EntryParts, EntryTool } from '#features/check-ins/web/entries/entry-parts.ts';
import { EntryAudience } from '#features/teams/web/visibility/entry-audience.tsx';
import { NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { entryTexts } from '../entry-texts.ts';
import { openShareDialog } from './open-share-dialog.ts';
import { ShareBadges, ShoutoutSlip } from './shared-with.tsx';

/** For an email that failed, which few entries have. */
const EntrySendAgain = fetched(async () => (await import('./entry-send-again.tsx')).EntrySendAgain, NoPart);

const SharedNote = fetched(async () => (await import('./shared-note.tsx')).SharedNote, NoPart);

export const shareTool: EntryTool = { label: entryTexts.share, Icon: Share2, run: openShareDialog };

export const sharedParts: Omit<EntryParts, 'tools' | 'bring'> = {
  slip: ({ sharedWith, entry, scope }) =>
    sharedWith.teammate_email && (
      <ShoutoutSlip
        sharedWith={sharedWith}
        again={entry && <EntrySendAgain entry={entry} scope={scope} to="teammate" />}
      />
    ),
  marks({ sharedWith, entry, scope }) {
    const { manager_email: manager, teammate_email: teammate } = sharedWith;
    if (!manager && !teammate) return null;
    if (!entry) return <ShareBadges sharedWith={sharedWith} />;
    return (
      <ShareBadges
        sharedWith={sharedWith}
        audience={
          manager ? <EntryAudience entry={{ ...entry, manager_email: manager }} scope={scope} /> : undefined
        }
        again={<EntrySendAgain entry={entry} scope={scope} to="manager" />}
      />
    );
  },
  EditNote: SharedNote,
};
