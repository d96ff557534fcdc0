import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mediumDay } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { Dropdown } from '#ui/dropdown.tsx';
import { useReached } from '#ui/use-reached.ts';
import { toast } from '#ui/toast.ts';
import { defaultLife, lives } from '../constants.ts';
import type { Life, Packet } from '../contract.ts';
import { publishTexts as texts } from '../publish-texts.ts';
import { aboutPacket, storePacket, withSavedDraft } from './packet-actions.ts';
import { PacketLinkPanel } from './packet-link-panel.tsx';
import { call, packetQuery } from './packet-queries.ts';

type Props = { scope: Scope; id: string; packet: Packet | undefined };
type Action = 'publish' | 'renew' | 'end';

/** Publishes the packet, or its next version, and shows its link (R-M2, R-M3). */
export function PublishMenu({ scope, id, packet }: Props) {
  const page = { queries: useQueryClient(), scope };
  const [life, setLife] = useState<Life>(defaultLife);
  const run = useMutation({ mutationFn: (action: Action) => act(action), networkMode: 'always' });

  function act(action: Action): Promise<boolean> {
    const input = { params: { id } };
    return withSavedDraft(page, id, async () => {
      if (action === 'end') storePacket(page, await call('DELETE /api/packets/:id/link', input));
      else {
        const key = action === 'publish' ? 'POST /api/packets/:id/publish' : 'POST /api/packets/:id/link';
        storePacket(page, await call(key, { ...input, body: { life } }));
      }
      const published = packet?.version ? texts.updated : texts.published;
      const title = { publish: published, renew: texts.renewed, end: texts.linkEnded }[action];
      toast({ title, about: aboutPacket });
    });
  }

  const version = packet?.version;
  const link = packet?.link;
  const isExpired = useReached(link?.expires_at ?? null);
  const isLive = link !== null && link !== undefined && link.ended_at === null && !isExpired;
  const busy = (action: Action) => run.isPending && run.variables === action;
  return (
    <Dropdown
      button={texts.button}
      buttonClass={buttonClass('primary')}
      onOpen={() =>
        // What has changed since the last version.
        void withSavedDraft(page, id, () => page.queries.invalidateQueries(packetQuery(scope, id)))
      }
    >
      <div
        role="group"
        aria-label={texts.label}
        className="grid max-h-[min(32rem,70dvh)] w-[min(22rem,calc(100vw-3rem))] gap-3 overflow-y-auto p-3"
      >
        <p className="text-button font-normal" role="status">
          {version
            ? texts.version(version.number, mediumDay(version.published_at, scope.timezone))
            : texts.notYet}{' '}
          {version && sinceThen(version)}
        </p>
        {!isLive && <LifeChoice life={life} onChange={setLife} />}
        {(!version || version.is_changed || version.is_key_retired) && (
          <div>
            <Button variant="primary" busy={busy('publish')} onClick={() => run.mutate('publish')}>
              {version ? texts.update : texts.publish}
            </Button>
          </div>
        )}
        {link && !isLive && (
          <div className="grid gap-2 border-t border-rule pt-3">
            <p className="text-meta text-ochre">{link.ended_at === null ? texts.expired : texts.ended}</p>
            <div>
              <Button busy={busy('renew')} onClick={() => run.mutate('renew')}>
                {texts.renew}
              </Button>
            </div>
          </div>
        )}
        {packet && link && isLive && (
          <PacketLinkPanel
            scope={scope}
            packet={packet}
            link={link}
            isEnding={busy('end')}
            onEnd={() => run.mutate('end')}
          />
        )}
      </div>
    </Dropdown>
  );
}

function sinceThen({ is_changed, changed_items, is_key_retired }: NonNullable<Packet['version']>): string {
  if (is_changed) return texts.changed(changed_items);
  return is_key_retired ? texts.keyRetired : texts.unchanged;
}

function LifeChoice({ life, onChange }: { life: Life; onChange: (life: Life) => void }) {
  return (
    <div role="radiogroup" aria-label={texts.life}>
      <p aria-hidden="true" className="mb-1.5 text-meta text-ink-2">
        {texts.life}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {lives.map((days) => (
          <Choice
            key={days}
            name="packet-life"
            checked={days === life}
            onChoose={() => onChange(days)}
            className="inline-flex min-h-control border-rule px-2.5 text-meta"
          >
            {texts.lives[days]}
          </Choice>
        ))}
      </div>
    </div>
  );
}
