import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Field } from '#ui/field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import type { CreatedApiToken } from '../contract.ts';
import { texts } from '../texts.ts';
import { curlLine } from './curl-line.ts';
import { about } from './queries.ts';

const copy = texts.made;

const copyAndTell = (text: string) =>
  copyText(text).then(
    () => toast({ title: copy.copied, about }),
    () => toast({ title: copy.copyFailed, tone: 'danger', about }),
  );

/** The only time that a token is shown: as text, in a command, and as a QR code. */
export function CreatedToken({ made }: { made: CreatedApiToken }) {
  const curl = curlLine(location.origin, made);
  const curlLabel = useId();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Field label={copy.token}>
          {(control) => (
            <TextInput
              {...control}
              readOnly
              dir="ltr"
              value={made.token}
              className="figures"
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <div>
          <Button variant="primary" onClick={() => void copyAndTell(made.token)}>
            {copy.copyToken}
          </Button>
        </div>
      </div>
      <div className="grid gap-2">
        <p id={curlLabel} className="text-button text-ink">
          {copy.curl}
        </p>
        <pre
          aria-labelledby={curlLabel}
          role="group"
          dir="ltr"
          className="rounded-control border border-rule bg-sunken px-3 py-2 text-meta font-normal wrap-anywhere whitespace-pre-wrap"
        >
          <code>{curl}</code>
        </pre>
        <div>
          <Button onClick={() => void copyAndTell(curl)}>{copy.copyCurl}</Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={made.token} label={copy.qr} />
        <p className="min-w-0 grow basis-40 text-button font-normal text-ink-2">{copy.qrHint}</p>
      </div>
    </div>
  );
}
