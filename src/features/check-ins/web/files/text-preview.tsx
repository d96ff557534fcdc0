import { useQuery } from '@tanstack/react-query';
import { encodingOf } from '#platform/files/markup.ts';
import type { LogFile } from '../../contract.ts';
import { dialogTexts } from '../../dialog-texts.ts';
import { worthRetry } from '../queries/check-in-queries.ts';
import { PreviewFailed, PreviewLoading } from './preview-states.tsx';

/** Characters that are drawn at most: a browser lays out a longer text slowly, and nobody reads it here. */
const mostShown = 100_000;

/** The text of a file, as text: never markup, whatever it says. */
export function TextPreview({ file, url }: { file: LogFile; url: string }) {
  const text = useQuery({
    queryKey: ['log_files', 'text', file.id],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`${file.file_name} answered ${response.status}.`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return new TextDecoder(encodingOf(bytes)).decode(bytes);
    },
    staleTime: Infinity,
    retry: worthRetry,
  });
  if (text.isError) return <PreviewFailed onRetry={() => void text.refetch()} />;
  if (text.data === undefined) return <PreviewLoading />;
  return (
    <>
      <section
        aria-label={file.file_name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by keyboard, too
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-sheet border border-rule bg-sunken px-4 py-3"
      >
        <pre dir="auto" className="font-mono text-meta leading-6 whitespace-pre-wrap wrap-anywhere text-ink">
          {text.data.slice(0, mostShown)}
        </pre>
      </section>
      {text.data.length > mostShown && (
        <p className="mt-2 text-meta text-ink-2">{dialogTexts.viewer.beginning}</p>
      )}
    </>
  );
}
