import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { hasCode } from '#platform/http/client.ts';
import { dayTitle, mediumDay } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { Packet, PacketLink } from '../contract.ts';
import { publishTexts as texts } from '../publish-texts.ts';
import { refusalTexts } from '../texts.ts';
import { aboutPacket } from './packet-actions.ts';
import { call } from './packet-queries.ts';

/** The newest days on which the packet was opened. */
const shownDays = 7;

type Props = { scope: Scope; packet: Packet; link: PacketLink; isEnding: boolean; onEnd: () => void };

/** The link of a published packet: copy, open, email and end it, and how often it was opened. */
export function PacketLinkPanel({ scope, packet, link, isEnding, onEnd }: Props) {
  const copyLink = () =>
    copyText(link.url).then(
      () => toast({ title: texts.linkCopied, about: aboutPacket }),
      () => toast({ title: texts.failed, tone: 'danger', about: aboutPacket }),
    );
  return (
    <div className="grid gap-3 border-t border-rule pt-3">
      <Field label={texts.link} hint={texts.until(mediumDay(link.expires_at, scope.timezone))}>
        {(control) => (
          <TextInput
            {...control}
            type="url"
            readOnly
            value={link.url}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyLink()}>{texts.copyLink}</Button>
        <a href={link.url} target="_blank" rel="noreferrer" className={buttonClass()}>
          {texts.openLink}
        </a>
        <Button variant="danger" busy={isEnding} onClick={onEnd}>
          {texts.end}
        </Button>
      </div>
      <Opens opens={packet.opens} />
      <SendForm packetId={packet.id} />
    </div>
  );
}

function Opens({ opens }: Pick<Packet, 'opens'>) {
  const count = opens.reduce((sum, day) => sum + day.count, 0);
  return (
    <div className="text-meta text-ink-2">
      <p>{count === 0 ? texts.notOpened : texts.opens(count)}</p>
      {count > 0 && (
        <ul className="figures mt-1 text-ink-3">
          {opens.slice(0, shownDays).map((day) => (
            <li key={day.day} className="flex justify-between gap-3">
              <span>{dayTitle(day.day)}</span>
              <span>{day.count}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-ink-3">{texts.opensHint}</p>
    </div>
  );
}

function SendForm({ packetId }: { packetId: string }) {
  const queries = useQueryClient();
  const form = useForm({
    fields: ['email'],
    about: aboutPacket,
    check: ({ email }) => {
      if (!isBlank(email)) return {};
      toast({ ...texts.emailRequired, tone: 'danger', about: aboutPacket });
      return { email: '' };
    },
    async send({ email }) {
      const input = { params: { id: packetId }, body: { email: email.trim() } };
      const sent = await call('POST /api/packets/:id/send', input);
      // It counts the messages that wait for the verification.
      if (sent.state === 'held') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      const shown = sent.state === 'queued' ? texts.sent : texts.waiting[sent.state];
      toast({ ...shown(sent.email), about: aboutPacket });
    },
    onError(error) {
      const refused = hasCode(error, ...Object.keys(refusalTexts));
      const description = refused ? error.detail : undefined;
      toast({
        title: refused ? error.title : texts.failed,
        ...(description && { description }),
        tone: 'danger',
        about: aboutPacket,
      });
      return {};
    },
  });
  return (
    <form {...form.props} className="grid gap-2 border-t border-rule pt-3">
      <Field label={texts.emailTo} error={form.problems.email} invalid={form.problems.email !== undefined}>
        {(control) => <TextInput {...control} type="email" name="email" autoComplete="email" />}
      </Field>
      <div>
        <Button type="submit" busy={form.busy}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
