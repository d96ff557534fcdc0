import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { mergesOf, type Group } from '../../grouping-rules.ts';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import type { InboxItem } from './inbox-data.ts';

/** More suggestions than these are accepted together only after a question. */
const askAbove = 100;

type Entries = InboxItem[][];
/** As it was chosen: more suggestions can arrive during the question. `split`: a group becomes several entries. */
type Asked = { entries: Entries; merged: boolean; count: number; split: boolean };

type Props = {
  groups: readonly Group<InboxItem>[];
  onAccept: (entries: Entries) => void;
};

/** Accepts the whole inbox: each suggestion as an entry, or each group. */
export function AcceptAll({ groups, onAccept }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  function choose(entries: Entries, merged: boolean) {
    if (count > askAbove)
      setAsked({ entries, merged, count, split: merged && entries.length > groups.length });
    else onAccept(entries);
  }

  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button
        onClick={() =>
          choose(
            groups.flatMap(({ items }) => items.map((item) => [item])),
            false,
          )
        }
      >
        {texts.acceptGroup(count)}
      </Button>
      {groups.length < count && (
        <Button
          className="max-md:whitespace-normal"
          onClick={() =>
            choose(
              groups.flatMap(({ items }) => mergesOf(items)),
              true,
            )
          }
        >
          {texts.acceptByGroup}
        </Button>
      )}
      {asked && (
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={texts.accepting.title(asked.count)}
          footer={
            <>
              <Button onClick={() => setAsked(null)}>{texts.cancel}</Button>
              <Button
                variant="primary"
                data-autofocus
                onClick={() => {
                  setAsked(null);
                  onAccept(asked.entries);
                }}
              >
                {texts.accepting.submit(asked.entries.length)}
              </Button>
            </>
          }
        >
          <div className="grid gap-2 text-ui text-ink-2">
            <p>
              {asked.merged
                ? texts.accepting.merged(asked.count, asked.entries.length)
                : texts.accepting.each(asked.count)}
            </p>
            {asked.split && <p>{texts.accepting.split}</p>}
          </div>
        </Dialog>
      )}
    </div>
  );
}
