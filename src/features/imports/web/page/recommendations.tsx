import { list } from '#platform/text/language.ts';
import { Button } from '#ui/button.tsx';
import { texts } from '../../texts.ts';
import type { Recommendation } from '../../read/found.ts';

const words = texts.vouches;

type Props = {
  recommendations: Recommendation[];
  /** Opens the form of a vouch. Undefined for guests, who have no vouches. */
  onAsk: ((recommendation: Recommendation) => void) | undefined;
};

/** Recommendations of others, which become vouches only if the user asks for them, and their authors confirm. */
export function Recommendations({ recommendations, onAsk }: Props) {
  if (recommendations.length === 0) return null;
  return (
    <section aria-labelledby="import-recommendations" className="grid gap-3">
      <div>
        <h3 id="import-recommendations" className="text-button">
          {words.title}
        </h3>
        <p className="text-meta font-normal text-ink-2">{onAsk ? words.about : words.guest}</p>
      </div>
      <ul className="grid gap-3">
        {recommendations.map((recommendation) => (
          <li
            key={`${recommendation.name} ${recommendation.text}`}
            className="grid justify-items-start gap-2 rounded-sheet border border-rule bg-sheet px-4 py-3"
          >
            <p dir="auto" className="line-clamp-4 text-ui wrap-anywhere whitespace-pre-line">
              “{recommendation.text}”
            </p>
            <p className="text-meta wrap-anywhere text-ink-2">
              {list(
                [recommendation.name, recommendation.position, recommendation.company].filter(Boolean),
                'unit',
              )}
            </p>
            {onAsk && <Button onClick={() => onAsk(recommendation)}>{words.ask(recommendation.name)}</Button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
