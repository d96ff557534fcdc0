// The shoutouts of a user as a board, two in a row, in HTML and plain text.
import { localDay } from '#platform/clock/wall-time.ts';
import type { BoardSlip } from '../../contract.ts';
import { reportTexts as copy } from '../../document-texts.ts';
import { boardTexts } from '../../texts.ts';
import { longDay } from './dates.ts';
import { look } from './looks.ts';
import { plainSheet, quoteText, renderSheet, Slip, Table, Title, type MailNote } from './sheet.tsx';

export type BoardDocument = {
  /** Full name; may be empty. */
  name: string;
  /** Newest first. */
  rows: readonly BoardSlip[];
  /** How many there are, including older ones that are not shown. */
  count: number;
  timezone: string;
  instanceName: string;
};

const fromOf = ({ direction, name }: BoardSlip) =>
  direction === 'received' ? copy.receivedFrom(name) : copy.givenTo(name);
const lineOf = ({ rows, count }: BoardDocument) =>
  rows.length === 0 ? copy.boardEmpty : boardTexts.count(count, rows.length);

/** The complete HTML document. `mail`: for an email. */
export function boardHtml(board: BoardDocument, mail?: MailNote): string {
  const { name, rows, instanceName } = board;
  const dayOf = daysIn(board);
  const pairs = Array.from({ length: Math.ceil(rows.length / 2) }, (_, at) => rows.slice(2 * at, 2 * at + 2));
  return renderSheet({
    title: copy.boardTitle(name),
    notes: [copy.from(name)],
    instanceName,
    mail,
    children: (
      <>
        <Title eyebrow={copy.board} title={name} line={lineOf(board)} />
        <Table {...look('table', 'above')}>
          {pairs.map((pair, at) => (
            <tr key={at}>
              {pair.map((slip, column) => (
                <td key={column} valign="top" width="50%" {...look(column === 0 ? 'first' : 'second')}>
                  <Slip from={fromOf(slip)} day={dayOf(slip)} excerpt={slip.excerpt}>
                    {slip.message}
                  </Slip>
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </>
    ),
  });
}

/** The board for mail clients without HTML. */
export function boardText(board: BoardDocument): string {
  const { name } = board;
  const dayOf = daysIn(board);
  return plainSheet([
    [name, copy.board, lineOf(board)].filter(Boolean).join('\n'),
    ...board.rows.map((slip) => quoteText(`${fromOf(slip)}, ${dayOf(slip)}`, slip)),
    copy.from(name),
  ]);
}

function daysIn({ timezone }: BoardDocument): (slip: BoardSlip) => string {
  return (slip) => longDay(localDay(Date.parse(slip.created_at), timezone));
}
