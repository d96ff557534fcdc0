// The page of a packet, for a reader with or without an account. It has no scripts, and links in its text stay text.
import type { StillPage } from '#platform/http/still-page.ts';
import { longWord } from '#ui/long-word.ts';
import { PageMessage } from '#ui/page-message.tsx';
import type { FrozenFile, FrozenItem, PacketJson } from '../../format-contract.ts';
import { pageTexts as texts } from '../../page-texts.ts';
import { dayIn, dayTitle, fileLine, provenanceOf, provenanceTexts } from '../../provenance-rules.ts';

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
  const { title, author, period, timeZone, introduction, groups } = document;
  const numbers = fileNumbers(groups.flatMap(({ items }) => items));
  return (
    <article className="[print-color-adjust:exact]">
      <h1 className="text-title-phone wrap-anywhere md:text-title" dir="auto">
        {title}
      </h1>
      <p className="mt-1 text-ui text-ink-2">
        {author !== '' && (
          <>
            <bdi>{provenanceTexts.by(author)}</bdi>
            {' · '}
          </>
        )}
        {provenanceTexts.period(dayTitle(period.from), dayTitle(period.to))}
      </p>
      {introduction !== '' && <Text className="mt-6 text-entry">{introduction}</Text>}
      {groups.map((group, at) => (
        <section key={at} className="mt-9">
          {group.title !== '' && (
            <h2 className="text-month wrap-anywhere break-after-avoid" dir="auto">
              {group.title}
            </h2>
          )}
          {group.line !== '' && <Text className="mt-1 text-ui text-ink-2">{group.line}</Text>}
          <ol className="mt-3 rounded-sheet border border-rule bg-sheet">
            {group.items.map((item, place) => (
              <Item key={place} item={item} timeZone={timeZone} path={path} numbers={numbers} />
            ))}
          </ol>
        </section>
      ))}
      <footer className="mt-10 border-t border-rule pt-5 text-meta text-ink-2">
        <p>{texts.recorded(record.issuer.name, record.version, dayIn(record.publishedAt, timeZone))}</p>
        <p className="mt-1">{texts.notTruth}</p>
        {numbers.size > 0 && <p className="mt-1 print:hidden">{texts.filesHint}</p>}
        <p className="mt-3 print:hidden">{texts.ends(dayIn(expiresAt, timeZone))}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 print:hidden">
          {texts.forms}
          <a href={`${path}.pdf`}>{texts.pdf}</a>
          <a href={`${path}.docx`}>{texts.word}</a>
          <a href={`${path}.md`}>{texts.markdown}</a>
          <a href={`${path}.json`}>{texts.json}</a>
          <span>{texts.print}</span>
        </p>
      </footer>
    </article>
  );
}

type ItemProps = {
  item: FrozenItem;
  timeZone: string;
  path: string;
  numbers: ReadonlyMap<FrozenFile, number>;
};

function Item({ item, timeZone, path, numbers }: ItemProps) {
  const emoji = item.kind === 'entry' ? item.emoji : undefined;
  const files = item.kind === 'entry' ? (item.files ?? []) : [];
  return (
    <li className="border-t border-rule px-4 py-4 break-inside-avoid first:border-t-0 md:px-6">
      <Text className="text-entry">{emoji === undefined ? item.text : `${emoji} ${item.text}`}</Text>
      {item.kind === 'vouch' && item.statement !== undefined && (
        <blockquote className="mt-2 border-l-3 border-rule-strong pl-3">
          <Text className="font-serif text-slip italic">{item.statement}</Text>
        </blockquote>
      )}
      <p className="mt-1.5 text-meta text-ink-3">
        <bdi>{provenanceOf(item, timeZone).join(' · ')}</bdi>
      </p>
      {files.length > 0 && (
        <ul aria-label={texts.files} className="mt-1 text-meta text-ink-3">
          {files.map((file, at) => (
            <li key={at} className="wrap-anywhere">
              <FileLine
                file={file}
                href={numbers.has(file) ? `${path}/files/${numbers.get(file)}` : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {item.note !== undefined && (
        <div className="mt-2 border-l-3 border-primary pl-3">
          <p className="sr-only">{texts.note}</p>
          <Text className="text-ui text-ink-2">{item.note}</Text>
        </div>
      )}
    </li>
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

function Text({ className, children }: { className: string; children: string }) {
  return (
    <p
      dir="auto"
      data-long-word={longWord(children)}
      className={`max-w-[68ch] wrap-anywhere whitespace-pre-wrap bidi-plain ${className}`}
    >
      {children}
    </p>
  );
}
