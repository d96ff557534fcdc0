import Ellipsis from 'lucide-react/icons/ellipsis';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { number } from '#platform/text/language.ts';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import type { InboxItem } from './inbox-data.ts';

export type GroupActions = {
  /** Each list becomes one entry. */
  acceptAs: (entries: readonly (readonly InboxItem[])[]) => void;
  accept: (items: readonly InboxItem[]) => void;
  merge: (items: readonly InboxItem[]) => void;
  dismiss: (items: readonly InboxItem[]) => void;
  select: (items: readonly InboxItem[]) => void;
};

type Props = { title: string; items: readonly InboxItem[]; actions: GroupActions };

/** The title of a group, with what can be done with all of it. */
export function GroupHead({ title, items, actions }: Props) {
  return (
    <div className="flex min-h-control items-center gap-3 px-3 pt-2 md:px-4">
      <h2 className="min-w-0 text-button wrap-anywhere">
        <bdi>{title}</bdi> <span className="figures font-normal text-ink-3">{number(items.length)}</span>
      </h2>
      <div className="-me-2 ms-auto">
        <Menu
          label={texts.groupActions(title)}
          buttonLabel={texts.groupActions(title)}
          button={<Ellipsis aria-hidden="true" size={18} />}
          buttonClass="grid size-control place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
        >
          <MenuItem onSelect={() => actions.accept(items)}>{texts.acceptGroup(items.length)}</MenuItem>
          {items.length > 1 && <MenuItem onSelect={() => actions.merge(items)}>{texts.mergeGroup}</MenuItem>}
          <MenuItem onSelect={() => actions.select(items)}>{texts.selectGroup}</MenuItem>
          <MenuItem onSelect={() => actions.dismiss(items)}>{texts.dismissGroup(items.length)}</MenuItem>
        </Menu>
      </div>
    </div>
  );
}
