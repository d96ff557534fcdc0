import { useMutation, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import { useEffect, useEffectEvent, useState } from 'react';
import { detailsTexts } from '#platform/files/details-texts.ts';
import { hasCode } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { arrowStep } from '#ui/reading-direction.ts';
import { PdfFrame } from '#ui/pdf-frame.tsx';
import { saveLink } from '#ui/save-link.ts';
import { toast } from '#ui/toast.ts';
import type { LogFile } from '../../contract.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { dialogTexts } from '../../dialog-texts.ts';
import { logFiles, signedQuery, type FileSource } from '../queries/check-in-queries.ts';
import { PreviewFailed, PreviewLoading } from './preview-states.tsx';
import { TextPreview } from './text-preview.tsx';

type ViewedFile = Pick<LogFile, 'id' | 'file_name' | 'file_size' | 'preview'>;

type Props = {
  files: ViewedFile[];
  /** The file that is shown. */
  fileId: string;
  /** Shows another file, or closes the viewer if undefined. */
  onChange: (fileId: string | undefined) => void;
  /** Default: the files of entries. */
  source?: FileSource;
};

/** Shows files one by one. Files without a preview can be downloaded. */
export function FileViewer({ files, fileId, onChange, source = logFiles }: Props) {
  const at = files.findIndex((file) => file.id === fileId);
  const file = files[at];

  function go(step: number) {
    const other = files[at + step];
    if (other) onChange(other.id);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // In a focused video or audio player, arrow keys seek.
    if (event.target instanceof HTMLMediaElement) return;
    go(arrowStep(event.key) ?? 0);
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  if (!file) return null;
  return (
    <Dialog
      open
      size="wide"
      title={file.file_name}
      description={formatBytes(file.file_size)}
      onClose={() => onChange(undefined)}
      footer={
        <>
          {files.length > 1 && (
            <span className="me-auto flex items-center gap-1">
              <IconButton label={dialogTexts.viewer.previous} disabled={at === 0} onClick={() => go(-1)}>
                <ChevronLeft aria-hidden="true" size={20} className="mirrored:-scale-x-100" />
              </IconButton>
              <span role="status" className="figures text-meta text-ink-2">
                {dialogTexts.viewer.position(at + 1, files.length)}
              </span>
              <IconButton
                label={dialogTexts.viewer.next}
                disabled={at === files.length - 1}
                onClick={() => go(1)}
              >
                <ChevronRight aria-hidden="true" size={20} className="mirrored:-scale-x-100" />
              </IconButton>
            </span>
          )}
          <DownloadButton file={file} source={source} />
        </>
      }
    >
      <Preview key={file.id} file={file} source={source} />
    </Dialog>
  );
}

type FileProps = { file: ViewedFile; source: FileSource };

function Preview({ file, source }: FileProps) {
  const shows = file.preview !== 'none';
  const signed = useQuery({ ...signedQuery(file.id, source), enabled: shows });
  const [broken, setBroken] = useState(false);
  if (!shows) {
    return (
      <div className="ruled rounded-sheet border border-dashed border-rule-strong px-5 py-7 text-ui leading-7">
        <p className="font-semibold wrap-anywhere">{file.file_name}</p>
        <p className="text-ink-2">
          {formatBytes(file.file_size)}. {dialogTexts.viewer.noPreview}
        </p>
      </div>
    );
  }
  if (signed.isError || broken) {
    return (
      <PreviewFailed
        onRetry={() => {
          setBroken(false);
          void signed.refetch();
        }}
      />
    );
  }
  if (!signed.data) return <PreviewLoading />;
  function fail() {
    console.error(`${file.file_name} could not be shown.`);
    setBroken(true);
  }
  return <Shown file={file} url={signed.data.url} onError={fail} />;
}

function Shown({ file, url, onError }: { file: ViewedFile; url: string; onError: () => void }) {
  switch (file.preview) {
    case 'image':
      return (
        <img
          src={url}
          alt={file.file_name}
          onError={onError}
          className="mx-auto max-h-[70dvh] min-h-24 rounded-sheet object-contain"
        />
      );
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own recording has no captions
        <video
          src={url}
          controls
          playsInline
          aria-label={file.file_name}
          onError={onError}
          className="mx-auto max-h-[70dvh] min-h-40 w-full rounded-sheet bg-sunken"
        />
      );
    case 'audio':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own recording has no captions
        <audio src={url} controls aria-label={file.file_name} onError={onError} className="my-10 w-full" />
      );
    case 'text':
      return <TextPreview file={file} url={url} />;
    default:
      return (
        <PdfFrame
          src={url}
          title={file.file_name}
          className="h-[clamp(8rem,calc(var(--window)-14rem),70dvh)]"
        />
      );
  }
}

function DownloadButton({ file, source }: FileProps) {
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => source.sign(file.id, 'download'),
    onSuccess({ url }) {
      saveLink(url, file.file_name);
    },
    onError(error) {
      console.error(`${file.file_name} could not be downloaded.`, error);
      const { title, detail } = detailsTexts.ownerOnly;
      const isRefused = hasCode(error, 'file_owner_only');
      toast({
        title: isRefused ? title : dialogTexts.viewer.failed,
        ...(isRefused && { description: detail }),
        tone: 'danger',
      });
    },
  });
  return (
    <Button busy={isPending} onClick={() => download()}>
      <Download aria-hidden="true" size={15} />
      {dialogTexts.viewer.download}
    </Button>
  );
}
