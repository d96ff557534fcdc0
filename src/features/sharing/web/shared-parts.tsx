import { useQuery } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { emailStateTexts } from '#platform/mail/state-texts.ts';
import { EntrySendAgain } from './entry-send-again.tsx';
import { ShoutoutSlip } from './shared-with.tsx';
import { managersQuery } from '#features/teams/web/visibility/managers-query.ts';
import { managerWhoSees } from '#features/teams/visibility-rules.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { dialogTexts as copy } from '../dialog-texts.ts';
import { useStopSharing } from './share-entry.ts';

/** The manager with whom an entry is shared, with Stop sharing. */
export function SharedManager({ entry, scope }: { entry: CheckIn; scope: Scope }) {
  const { id, manager_email: manager, manager_email_state: state } = entry;
  const stop = useStopSharing(scope, id);
  const { data: managers = [] } = useQuery(managersQuery(scope));
  if (!manager) return null;
  const name = managerWhoSees(entry, managers);
  return (
    <section className="grid justify-items-start gap-1.5">
      <h3 className="text-button text-ink">{copy.manager}</h3>
      <p className="flex flex-wrap items-baseline gap-x-3 text-ui wrap-anywhere text-ink">
        {manager}
        {state && <Badge dashed>{emailStateTexts[state]}</Badge>}
        {state === 'failed' && <EntrySendAgain entry={entry} scope={scope} to="manager" />}
      </p>
      <p className="text-meta font-normal text-ink-3">
        {name === undefined ? copy.managerCanSee[state ?? 'sent'] : copy.managerSees(name)}
      </p>
      <Button busy={stop.isPending} onClick={() => stop.mutate({ manager, state, name })}>
        {copy.stop}
      </Button>
    </section>
  );
}

/** The shoutout that the user has sent about an entry. */
export function SharedTeammate({ entry, scope }: { entry: CheckIn; scope: Scope }) {
  return (
    <section>
      <h3 className="text-button text-ink">{copy.teammate}</h3>
      <ShoutoutSlip sharedWith={entry} again={<EntrySendAgain entry={entry} scope={scope} to="teammate" />} />
      <p className="mt-1.5 text-meta font-normal text-ink-3">{copy.anotherTeammate}</p>
    </section>
  );
}
