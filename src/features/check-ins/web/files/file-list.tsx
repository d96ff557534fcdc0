import type { LogFile } from '../../contract.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { texts } from '../../texts.ts';
import { FileTile } from './file-tile.tsx';

/** The files of an entry. Each opens the viewer. */
export function FileList({ files, onView }: { files: LogFile[]; onView: (id: string) => void }) {
  return (
    <ul className="mt-2 max-w-line" aria-label={texts.viewer.files}>
      {files.map((file) => (
        <li key={file.id} className="border-t border-rule first:border-t-0">
          <button
            type="button"
            onClick={() => onView(file.id)}
            className="flex min-h-12 w-full items-center gap-3 rounded-counter py-1 pe-1 text-start text-button font-normal hover:bg-sunken"
          >
            <FileTile file={file} />
            <span className="min-w-0 grow font-medium wrap-anywhere text-primary underline decoration-1 underline-offset-3">
              <span className="sr-only">{texts.viewer.open}</span> {file.file_name}
            </span>
            <bdi className="shrink-0 text-meta text-ink-3">{formatBytes(file.file_size)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
