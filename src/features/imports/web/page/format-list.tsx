import { isPlainClick } from '#ui/plain-click.ts';
import { pageIds, type PageId } from '../../constants.ts';
import { formatTexts } from '../../format-texts.ts';

type Props = { hrefOf: (format: PageId) => string; onChoose: (format: PageId) => void };

/** The sources to choose from. */
export function FormatList({ hrefOf, onChoose }: Props) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {pageIds.map((format) => (
        <li key={format}>
          <a
            href={hrefOf(format)}
            className="grid h-full content-start gap-1 rounded-sheet border border-rule bg-sheet px-4 py-3.5 text-ink no-underline hover:border-rule-strong hover:bg-sunken"
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              onChoose(format);
            }}
          >
            <span className="text-button">{formatTexts[format].title}</span>
            <span className="text-meta font-normal text-ink-2">{formatTexts[format].about}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
