import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from '#platform/http/client.ts';
import {
  fetchFile,
  notStarted,
  percentOf,
  saveFile,
  type DownloadProgress,
} from '#platform/http/fetch-file.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { publishTexts } from '../publish-texts.ts';
import { withSavedDraft } from './packet-actions.ts';

const texts = publishTexts.download;
const forms = ['pdf', 'docx'] as const;
type Form = (typeof forms)[number];

/** The packet as a PDF or Word file, with progress and a button to cancel: one with many pictures takes seconds. */
export function DownloadPacket({ scope, id, title }: { scope: Scope; id: string; title: string }) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<DownloadProgress>(notStarted);
  const request = useRef<AbortController>(undefined);
  const start = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => () => request.current?.abort(), []);

  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    async mutationFn(form: Form) {
      const { signal } = (request.current = new AbortController());
      setProgress(notStarted);
      await withSavedDraft({ queries, scope }, id, async () => {
        const path = addressOf(`/api/packets/:id/${form}`, { params: { id } });
        const file = await fetchFile(path, { signal, onProgress: setProgress }).catch((error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        });
        if (file) saveFile(file, fileName(title, form));
      });
    },
    onSettled() {
      // The Cancel button disappears, so its focus moves to the one that started the download.
      if (document.activeElement === cancel.current) start.current?.focus();
    },
  });

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {forms.map((form) => (
          <Button
            key={form}
            ref={form === variables ? start : undefined}
            busy={isPending && variables === form}
            disabled={isPending && variables !== form}
            onClick={() => mutate(form)}
          >
            {texts.start[form]}
          </Button>
        ))}
      </div>
      {isPending && (
        <div ref={scrollIntoView} className="grid gap-2">
          <Progress label={texts.label} value={percentOf(progress)} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-meta text-ink-2">{progress.bytes === 0 ? texts.making : texts.loading}</p>
            <Button ref={cancel} variant="quiet" onClick={() => request.current?.abort()}>
              {texts.cancel}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The buttons are at the end of a column that scrolls, so progress and Cancel would appear below its edge. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Without signs that file systems refuse. */
const fileName = (title: string, form: Form) =>
  `${title.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim() || publishTexts.download.untitled}.${form}`;
