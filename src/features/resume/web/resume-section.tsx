import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import FileUp from 'lucide-react/icons/file-up';
import Trash2 from 'lucide-react/icons/trash';
import { useRef, useState, type ComponentProps } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { mediumDay } from '#platform/reader/formats.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { Button } from '#ui/button.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Progress } from '#ui/progress.tsx';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { acceptedFiles } from '../constants.ts';
import type { Resume } from '../contract.ts';
import { texts } from '../texts.ts';
import { useDelete, useDownload } from './resume-changes.ts';
import { ResumeLine, ResumeUnavailable, ResumeWaiting } from './resume-line.tsx';
import type { ResumePreview as Preview } from './resume-preview.tsx';
import { resumeQuery, useLiveResume } from './resume-queries.ts';
import { about, resumeUpload, type Upload } from './resume-upload.ts';

const ResumePreview = fetched<ComponentProps<typeof Preview>>(
  async () => (await import('./resume-preview.tsx')).ResumePreview,
  FailedOverlay,
);

async function upload(queries: QueryClient, scope: Scope, file: File): Promise<void> {
  const code = await import('./send-resume.ts').catch(() => undefined);
  if (code) return code.uploadResume(queries, scope, file);
  toast({
    title: texts.uploadFailed,
    description: navigator.onLine ? texts.retry : texts.retryOffline,
    tone: 'danger',
    about,
    action: { label: texts.tryAgain, onPress: () => void upload(queries, scope, file) },
  });
}

/** The user's résumé as one line above the tabs (R-F7). */
export function ResumeSection({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  useLiveResume(scope);
  return (
    <>
      <Line scope={scope} onChoose={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept={acceptedFiles}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void upload(queries, scope, file);
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function Line({ scope, onChoose }: { scope: Scope; onChoose: () => void }) {
  const { data: resume, isError, isPaused, refetch } = useQuery(resumeQuery(scope));
  const current = useStore(resumeUpload, (state) => state.current);
  if (current) return <SendingLine {...current} />;
  if (resume) return <StoredLine scope={scope} resume={resume} onReplace={onChoose} />;
  if (resume === null) return <EmptyLine onChoose={onChoose} />;
  if (isPaused)
    return (
      <ResumeLine>
        <p className="text-meta text-ink-2">{texts.offline}</p>
      </ResumeLine>
    );
  if (isError) return <ResumeUnavailable onRetry={() => void refetch()} />;
  return <ResumeWaiting />;
}

function EmptyLine({ onChoose }: { onChoose: () => void }) {
  return (
    <ResumeLine
      actions={
        <Button onClick={onChoose}>
          <FileUp aria-hidden="true" size={16} />
          {texts.upload}
        </Button>
      }
    >
      <p className="text-meta text-ink-2">{texts.empty}</p>
    </ResumeLine>
  );
}

function SendingLine({ name, sent, size, cancel }: Upload) {
  // The form is a little larger than its file.
  const percent = Math.min(100, Math.floor((sent / size) * 100));
  // Once the server has all bytes, it replaces the résumé.
  const canCancel = percent < 100;
  return (
    <ResumeLine actions={canCancel && <Button onClick={cancel}>{texts.sending.cancel}</Button>}>
      <p className="truncate text-button">
        <bdi>{name}</bdi>
      </p>
      <p className="figures text-meta text-ink-2">
        {canCancel ? texts.sending.progress(percent) : texts.sending.saving}
      </p>
      <div className="absolute inset-x-0 bottom-0">
        <Progress value={percent} label={texts.sending.label(name)} />
      </div>
    </ResumeLine>
  );
}

type StoredProps = { scope: Scope; resume: Resume; onReplace: () => void };

function StoredLine({ scope, resume, onReplace }: StoredProps) {
  const [shownId, setShownId] = useState<string>();
  const { mutate: download, isPending: isDownloading } = useDownload();
  const { mutate: remove } = useDelete(scope);
  const { id, file_name: name, file_size, created_at } = resume;
  const about = texts.about(formatBytes(file_size), mediumDay(created_at, scope.timezone));
  return (
    <>
      <ResumeLine
        actions={
          <>
            <IconButton
              label={texts.download}
              aria-disabled={isDownloading}
              onClick={() => !isDownloading && download(resume)}
            >
              <Download aria-hidden="true" size={18} />
            </IconButton>
            <Menu
              label={texts.actions}
              buttonLabel={texts.actions}
              button={<Ellipsis aria-hidden="true" size={18} />}
              buttonClass="inline-grid size-control shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
            >
              <MenuItem icon={<Eye aria-hidden="true" size={16} />} onSelect={() => setShownId(id)}>
                {texts.preview}
              </MenuItem>
              <MenuItem icon={<FileUp aria-hidden="true" size={16} />} onSelect={onReplace}>
                {texts.replace}
              </MenuItem>
              <MenuItem icon={<Trash2 aria-hidden="true" size={16} />} onSelect={() => remove(resume)}>
                {texts.delete}
              </MenuItem>
            </Menu>
          </>
        }
      >
        <div className="md:flex md:items-baseline md:gap-3">
          <button
            type="button"
            aria-label={texts.previewOf(name)}
            title={name}
            onClick={() => setShownId(id)}
            className="block max-w-full min-w-0 truncate rounded-counter text-start text-button underline decoration-rule-strong underline-offset-3 hover:decoration-ink pointer-coarse:min-h-6"
          >
            <bdi>{name}</bdi>
          </button>
          <p className="shrink-0 text-meta text-ink-3">{about}</p>
        </div>
      </ResumeLine>
      {shownId === id && (
        <ResumePreview
          resume={resume}
          about={about}
          onDownload={() => download(resume)}
          isDownloading={isDownloading}
          onClose={() => setShownId(undefined)}
        />
      )}
    </>
  );
}
