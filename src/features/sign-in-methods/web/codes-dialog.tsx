import { Button, buttonClass } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';
import { texts } from '../texts.ts';
import { about } from './call.ts';

const copy = texts.codes;

type Props = { codes: readonly string[]; host: string; onClose: () => void };

/** The only time that recovery codes are shown. */
export function CodesDialog({ codes, host, onClose }: Props) {
  const text = `${copy.fileHead(host)}\n\n${codes.join('\n')}\n`;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  const copyAll = () =>
    copyText(codes.join('\n')).then(
      () => toast({ title: copy.copied, about }),
      () => toast({ title: copy.copyFailed, tone: 'danger', about }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={copy.shown}
      description={copy.once}
      footer={
        <Button variant="primary" onClick={onClose}>
          {copy.done}
        </Button>
      }
    >
      <ul
        aria-label={copy.list}
        dir="ltr"
        className="mb-4 grid grid-cols-1 gap-x-6 gap-y-1 rounded-control border border-rule bg-sunken px-4 py-3 text-ui figures md:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a href={file} download={copy.file(host)} className={buttonClass()}>
          {copy.download}
        </a>
        <Button onClick={() => void copyAll()}>{copy.copy}</Button>
      </div>
    </Dialog>
  );
}
