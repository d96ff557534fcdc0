import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { previewOf } from '#features/resume/rules.ts';
import { buttonClass } from '#ui/button.tsx';
import { PdfFrame } from '#ui/pdf-frame.tsx';
import { texts } from '../../texts.ts';
import type { PublicResume } from '../store.ts';

/** The frame of the preview, 600 px high. */
const frame = 'h-[600px]';

/** The résumé with preview and download. The browser loads the preview when it is opened. */
export function ResumeCard({ resume, slug }: { resume: PublicResume; slug: string }) {
  const address = (as: 'view' | 'download') => `/api/public_profiles/${slug}/files/${resume.key}?as=${as}`;
  const isPdf = previewOf(resume.mime_type) === 'pdf';
  return (
    <section aria-labelledby="resume" className="mt-10">
      <h2 id="resume" className="text-month">
        {texts.resume.title}
      </h2>
      <div className="mt-4 rounded-sheet border border-rule bg-sheet">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 md:px-6">
          <FileText aria-hidden="true" size={24} strokeWidth={1.5} className="shrink-0 text-ink-3" />
          {/* On narrow screens the button moves below the name. */}
          <div className="min-w-0 grow basis-40">
            <About resume={resume} />
          </div>
          <DownloadLink href={address('download')} />
        </div>
        <details className="group border-t border-rule print:hidden">
          <summary className="flex min-h-control items-center gap-2 px-4 text-button hover:bg-sunken md:px-6">
            <ChevronRight
              aria-hidden="true"
              size={16}
              className="shrink-0 text-ink-3 transition-transform mirrored:-scale-x-100 group-open:rotate-90 mirrored:group-open:-rotate-90"
            />
            {texts.resume.preview}
          </summary>
          <div className="px-4 pt-2 pb-4 md:px-6 md:pb-6">
            {isPdf ? (
              <>
                <p className="mb-3 text-button">
                  <a href={address('view')} target="_blank" rel="noopener" className="text-primary underline">
                    {texts.resume.open}
                  </a>
                </p>
                <PdfFrame
                  src={address('view')}
                  title={texts.resume.frame(resume.file_name)}
                  className={frame}
                />
              </>
            ) : (
              <div
                className={`${frame} flex flex-col items-center justify-center gap-4 rounded-sheet border border-rule bg-sunken px-5 text-center`}
              >
                <FileText aria-hidden="true" size={40} strokeWidth={1.25} className="text-ink-3" />
                <About resume={resume} />
                <p className="text-meta text-ink-2">{texts.resume.noPreview}</p>
                <DownloadLink href={address('download')} />
              </div>
            )}
          </div>
        </details>
      </div>
    </section>
  );
}

function About({ resume }: { resume: PublicResume }) {
  return (
    <div className="max-w-full">
      <p className="text-ui font-semibold wrap-anywhere">
        <bdi>{resume.file_name}</bdi>
      </p>
      <p className="text-meta text-ink-2">{formatBytes(resume.file_size)}</p>
    </div>
  );
}

function DownloadLink({ href }: { href: string }) {
  return (
    <a href={href} className={`${buttonClass()} print:hidden`}>
      <Download aria-hidden="true" size={15} />
      {texts.resume.download}
    </a>
  );
}
