import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PdfFrame } from '#ui/pdf-frame.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Resume } from '../contract.ts';
import { previewOf } from '../rules.ts';
import { texts } from '../texts.ts';
import { previewQuery } from './resume-queries.ts';
import { retryText } from './resume-upload.ts';

type Props = {
  resume: Resume;
  /** Size and date. */
  about: string;
  onDownload: () => void;
  isDownloading: boolean;
  onClose: () => void;
};

/** The frame of the preview, 600 px high. */
const frame = 'h-[600px]';

/** Shows a PDF in a frame, or the name, size and Download of a Word document in the same frame (R-F7). */
export function ResumePreview({ resume, about, onDownload, isDownloading, onClose }: Props) {
  const isPdf = previewOf(resume.mime_type) === 'pdf';
  const downloadButton = (
    <Button busy={isDownloading} onClick={onDownload}>
      <Download aria-hidden="true" size={15} />
      {texts.download}
    </Button>
  );
  return (
    <Dialog open size="wide" title={resume.file_name} onClose={onClose}>
      {isPdf ? (
        <>
          {/* Above the frame: with the focus here, the keyboard scrolls a dialog that is lower than the frame. */}
          <div className="mb-3 flex items-center justify-between gap-3">
            <p className="text-meta text-ink-2">{about}</p>
            {downloadButton}
          </div>
          <PdfPreview resume={resume} />
        </>
      ) : (
        <Framed>
          <FileText aria-hidden="true" size={40} strokeWidth={1.25} className="text-ink-3" />
          <div>
            <p className="text-ui font-semibold wrap-anywhere">
              <bdi>{resume.file_name}</bdi>
            </p>
            <p className="text-meta text-ink-2">{about}</p>
            <p className="mt-3 text-meta text-ink-2">{texts.viewer.noPreview}</p>
          </div>
          {downloadButton}
        </Framed>
      )}
    </Dialog>
  );
}

function PdfPreview({ resume }: { resume: Resume }) {
  const { data, isError, isPaused, error, refetch } = useQuery(previewQuery(resume.id));
  if (data) return <PdfFrame src={data.url} title={resume.file_name} className={frame} />;
  if (isError || isPaused) {
    return (
      <Framed>
        <p role="alert" className="text-ui">
          {texts.viewer.failed} {isPaused ? texts.retryOffline : retryText(error)}
        </p>
        <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
      </Framed>
    );
  }
  return (
    <Framed>
      <p role="status" className="flex items-center gap-2 text-meta text-ink-2">
        <Spinner />
        {texts.viewer.loading}
      </p>
    </Framed>
  );
}

function Framed({ children }: { children: ReactNode }) {
  return (
    <div
      className={`${frame} flex flex-col items-center justify-center gap-4 rounded-sheet border border-rule bg-sunken px-5 text-center`}
    >
      {children}
    </div>
  );
}
