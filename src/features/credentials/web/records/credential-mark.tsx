import { saveFile } from '#platform/http/fetch-file.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { MarkProps } from '#features/imported-records/web/mark-context.ts';
import { verifyPath } from '../../path-constants.ts';
import { recordTexts as texts } from '../../record-texts.ts';
import { handedOverHash, handOver } from '../handed-over.ts';
import type { CheckedRecord } from './check-record.ts';
import { useCheckedRecord } from './use-checked-record.ts';

/** What the credential of a vouch of another instance says about it, without the seal of those that this one has verified. */
export function CredentialMark({ row, credential, title, unchecked }: MarkProps) {
  const checked = useCheckedRecord(row, credential);
  if (!checked) return <Line>{unchecked}</Line>;
  const { host } = checked;
  const save = () => {
    const isJson = credential.startsWith('{');
    const type = isJson ? 'application/json' : 'application/jwt';
    saveFile(new Blob([credential], { type }), isJson ? 'proof.json' : 'proof.jwt');
  };
  return (
    <>
      <Verdict checked={checked} />
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <a
          href={verifyPath + handedOverHash}
          aria-label={texts.checkOf(host, title)}
          className={buttonClass('outline')}
          onClick={() => handOver(credential)}
        >
          <span className="py-1.5 text-start wrap-anywhere whitespace-normal">{texts.check(host)}</span>
        </a>
        <Button aria-label={texts.downloadOf(title)} onClick={save}>
          {texts.download}
        </Button>
      </div>
    </>
  );
}

const Line = ({ children }: { children: string }) => (
  <p className="mt-3 max-w-line text-meta wrap-anywhere text-ink-2">{children}</p>
);

function Verdict({ checked: { host, state, sentence } }: { checked: CheckedRecord }) {
  if (state === 'refused') return <Line>{sentence}</Line>;
  if (state === 'signed') return <Line>{texts.signedBy(host)}</Line>;
  return (
    <>
      <p className="mt-3 text-meta font-semibold wrap-anywhere text-ink">{texts.verifiedBy(host)}</p>
      <p className="max-w-line text-meta text-ink-2">{texts.verifiedHint}</p>
    </>
  );
}
