import { Choice } from '#ui/choice.tsx';
import { periods } from '../constants.ts';
import type { BoardFilter, Period } from '../contract.ts';
import { boardTexts as texts } from '../texts.ts';

const directions = ['all', 'received', 'sent'] as const;
const periodChoices: readonly ('all' | Period)[] = ['all', ...(Object.keys(periods) as Period[])];

type Props = { filter: BoardFilter; onChange: (filter: BoardFilter) => void };

/** Which shoutouts the board shows: received or sent, and since when. */
export function BoardFilters({ filter, onChange }: Props) {
  const direction = filter.direction ?? 'all';
  const period = filter.period ?? 'all';
  return (
    <>
      <Choices
        name="direction"
        label={texts.direction}
        choices={directions}
        labels={texts.directions}
        chosen={direction}
        onChoose={(choice) => onChange({ ...filter, direction: choice === 'all' ? undefined : choice })}
      />
      <Choices
        name="period"
        label={texts.period}
        choices={periodChoices}
        labels={texts.periods}
        chosen={period}
        onChoose={(choice) => onChange({ ...filter, period: choice === 'all' ? undefined : choice })}
      />
    </>
  );
}

type ChoicesProps<Value extends string> = {
  name: string;
  label: string;
  choices: readonly Value[];
  labels: Record<Value, string>;
  chosen: Value;
  onChoose: (value: Value) => void;
};

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, label, choices, labels, chosen, onChoose } = props;
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-1">
      {choices.map((choice) => (
        <Choice
          key={choice}
          name={name}
          checked={choice === chosen}
          onChoose={() => onChoose(choice)}
          className="inline-flex min-h-control border-rule px-2.5 text-meta"
        >
          {labels[choice]}
        </Choice>
      ))}
    </div>
  );
}
