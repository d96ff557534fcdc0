// The page of a packet, for a reader with or without an account.
import { verifyPath } from '#features/credentials/path-constants.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { RecordDocument } from '#ui/record-document.tsx';
import type { FrozenFile, FrozenItem, PacketJson } from '../../format-contract.ts';
import { pageTexts as texts } from '../../page-texts.ts';
import { dayIn, fileLine } from '../../provenance-rules.ts';
import { shownDocument } from '../../shown-rules.ts';

type Shown = {
  packet: PacketJson;
  /** The page's own path. */
  path: string;
  expiresAt: string;
};

export function packetPage(shown: Shown): StillPage {
  const { title, author } = shown.packet.document;
  const name = author === '' ? title : `${title} - ${author}`;
  return { status: 200, title: name, main: <Packet {...shown} /> };
}

/** The page of a link that has ended, has expired, or never existed: all look the same. */
export function endedPage(): StillPage {
  return { status: 404, title: texts.ended.title, main: <PageMessage {...texts.ended} href="/auth" /> };
}

/** The page while the database is unreachable. `href`: this page again. */
export function unavailablePage(href: string): StillPage {
  const { unavailable } = texts;
  return { status: 503, title: unavailable.title, main: <PageMessage {...unavailable} href={href} /> };
}

/** The page of a file that cannot be opened. `href`: the packet. */
export function fileUnavailablePage(href: string): StillPage {
  const { fileUnavailable } = texts;
  return {
    status: 404,
    title: fileUnavailable.title,
    main: <PageMessage {...fileUnavailable} href={href} />,
  };
}

function Packet({ packet, path, expiresAt }: Shown) {
  const { document, record } = packet;
  const { timeZone } = document;
  const numbers = fileNumbers(document.groups.flatMap(({ items }) => items));
  const fileLineOf = (file: FrozenFile) => {
    const number = numbers.get(file);
    return <FileLine file={file} href={number === undefined ? undefined : `${path}/files/${number}`} />;
  };
  return (
    <RecordDocument
      {...shownDocument(document, fileLineOf)}
      labels={{ files: texts.files, note: texts.note }}
    >
      <footer className="mt-10 border-t border-rule pt-5 text-meta text-ink-2">
        <p>{texts.recorded(record.issuer.name, record.version, dayIn(record.publishedAt, timeZone))}</p>
        <p className="mt-1">{texts.notTruth}</p>
        <p className="mt-1 print:hidden">
          <a href={`${verifyPath}#${path}`} className="text-primary underline">
            {texts.check}
          </a>
        </p>
        {numbers.size > 0 && <p className="mt-1 print:hidden">{texts.filesHint}</p>}
        <p className="mt-3 print:hidden">{texts.ends(dayIn(expiresAt, timeZone))}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1.5 print:hidden">
          {texts.forms}
          <a href={`${path}.pdf`}>{texts.pdf}</a>
          <a href={`${path}.docx`}>{texts.word}</a>
          <a href={`${path}.md`}>{texts.markdown}</a>
          <a href={`${path}.json`}>{texts.json}</a>
          <span>{texts.print}</span>
        </p>
      </footer>
    </RecordDocument>
  );
}

function FileLine({ file, href }: { file: FrozenFile; href: string | undefined }) {
  return href === undefined ? <bdi>{fileLine(file)}</bdi> : <a href={href}>{fileLine(file)}</a>;
}

/** The number of each file that readers can open, in reading order from 1, as in the packet's addresses. */
function fileNumbers(items: readonly FrozenItem[]): Map<FrozenFile, number> {
  const files = items.flatMap((item) => (item.kind === 'entry' ? (item.files ?? []) : []));
  return new Map(files.filter(({ open }) => open === 1).map((file, at) => [file, at + 1]));
}
