import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Vouch } from '#features/vouches/contract.ts';
import { addressOf, client, messageOf } from '#platform/http/client.ts';
import { fetchFile, saveFile } from '#platform/http/fetch-file.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import type { Form } from '../carrier-constants.ts';
import { embedHtml, linkedInLink } from '../carrier-rules.ts';
import type { operations } from '../contract.ts';
import { proofTexts as texts } from '../proof-texts.ts';

const call = client<typeof operations>();
const about = 'vouch proof';
const forms = Object.entries(texts.forms) as [Form, { name: string; hint: string }][];

type Props = { scope: Scope; vouch: Vouch; onClose: () => void };

/** A verified vouch as signed files, and its public address for other sites. */
export function ProofDialog({ scope, vouch, onClose }: Props) {
  return (
    <Dialog open title={texts.title} description={texts.about} onClose={onClose}>
      <div className="grid gap-6">
        <Downloads vouch={vouch} />
        <PublicProof scope={scope} vouch={vouch} />
      </div>
    </Dialog>
  );
}

/** Without signs that file systems refuse. */
const fileName = (project: string, form: Form) =>
  `${project.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim() || 'vouch'}.${form}`;

function Downloads({ vouch }: Pick<Props, 'vouch'>) {
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    async mutationFn(form: Form) {
      const { signal } = (request.current = new AbortController());
      const path = addressOf('/api/vouches/:id/credential', { params: { id: vouch.id }, query: { form } });
      try {
        saveFile(
          await fetchFile(path, { signal, onProgress: () => undefined }),
          fileName(vouch.project_name, form),
        );
      } catch (error) {
        if (!signal.aborted) toast({ title: messageOf(error) ?? texts.failed, tone: 'danger', about });
      }
    },
  });
  return (
    <section aria-label={texts.download}>
      <ul className="grid divide-y divide-rule border-y border-rule">
        {forms.map(([form, { name, hint }]) => (
          <li key={form} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="text-button">{name}</p>
              <p className="text-meta font-normal text-ink-2">{hint}</p>
            </div>
            <Button
              aria-label={texts.downloadOf(name)}
              busy={isPending && variables === form}
              aria-disabled={isPending && variables !== form}
              onClick={() => mutate(form)}
            >
              {texts.download}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const copyAndTell = (text: string) =>
  copyText(text).then(
    () => toast({ title: texts.copied, about }),
    () => toast({ title: texts.failed, tone: 'danger', about }),
  );

function PublicProof({ scope, vouch }: Omit<Props, 'onClose'>) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['public proof', scope.userId, vouch.id],
    queryFn: ({ signal }) => call('GET /api/vouches/:id/proof', { params: { id: vouch.id } }, signal),
    retry: shouldRetry,
    // The public page may have been turned on or off.
    gcTime: 0,
  });
  return (
    <section aria-label={texts.publicTitle} className="grid gap-4">
      {data?.address && <PublicAddress vouch={vouch} proof={{ ...data, address: data.address }} />}
      {data && !data.address && (
        <>
          <p className="text-button font-normal text-ink-2">{texts.notPublic}</p>
          <div>
            <a href="/profile" className={buttonClass()}>
              {texts.toSettings}
            </a>
          </div>
        </>
      )}
      {isError && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="text-button font-normal">{texts.unavailable}</p>
          <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
        </div>
      )}
      {!data && !isError && (
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </section>
  );
}

type Shown = Pick<Props, 'vouch'> & { proof: { address: string; issuer: string; text: string } };

function PublicAddress({ vouch, proof }: Shown) {
  const { address, issuer } = proof;
  const linkedIn = linkedInLink({
    ...{ address, issuer, name: vouch.project_name },
    verifiedAt: vouch.verified_at ?? vouch.sent_at,
  });
  const embed = embedHtml(proof);
  return (
    <>
      <Field label={texts.address} hint={texts.addressHint}>
        {(control) => (
          <TextInput
            {...control}
            type="url"
            dir="ltr"
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyAndTell(address)}>{texts.copy}</Button>
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass()}>
          {texts.open}
        </a>
        <a href={linkedIn} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
          {texts.linkedIn}
        </a>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={address} label={texts.qr} />
        <p className="min-w-0 grow basis-40 text-button font-normal text-ink-2">{texts.qrHint}</p>
      </div>
      <Field label={texts.embed} hint={texts.embedHint}>
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            readOnly
            value={embed}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div>
        <Button onClick={() => void copyAndTell(embed)}>{texts.copyEmbed}</Button>
      </div>
    </>
  );
}
