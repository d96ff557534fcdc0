import { useQuery } from '@tanstack/react-query';
import { encodingOf } from '#platform/files/markup.ts';
import type { LogFile } from '../../contract.ts';
import { dialogTexts } from '../../dialog-texts.ts';
import { shouldRetry } from '#platform/http/retries.ts';
import { PreviewFailed, PreviewLoading } from './preview-states.tsx';

/** The maximum number of characters shown. Browsers lay out longer texts slowly, and few users read that far. */
const maxShown = 100_000;

/** The content of a text file. Always shown as plain text, never as markup. */
export function TextPreview({ file, url }: { file: Pick<LogFile, 'id' | 'file_name'>; url: string }) {
  const text = useQuery({
    queryKey: ['log_files', 'text', file.id],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`${file.file_name} returned status ${response.status}.`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return new TextDecoder(encodingOf(bytes)).decode(bytes);
    },
    staleTime: Infinity,
    retry: shouldRetry,
  });
  if (text.isError) return <PreviewFailed onRetry={() => void text.refetch()} />;
  if (text.data === undefined) return <PreviewLoading />;
  return (
    <>
      <section
        aria-label={file.file_name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-sheet border border-rule bg-sunken px-4 py-3"
      >
        <pre dir="auto" className="font-mono text-meta leading-6 whitespace-pre-wrap wrap-anywhere text-ink">
          {text.data.slice(0, maxShown)}
        </pre>
      </section>
      {text.data.length > maxShown && (
        <p className="mt-2 text-meta text-ink-2">{dialogTexts.viewer.beginning}</p>
      )}
    </>
  );
}
