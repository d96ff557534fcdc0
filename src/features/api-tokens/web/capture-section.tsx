import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';
import { sectionTexts as texts } from '../section-texts.ts';
import { TokensLoading } from './tokens-loading.tsx';

const ApiTokens = fetched(
  async () => (await import('./api-tokens.tsx')).ApiTokens,
  FailedPart,
  <TokensLoading />,
);

/** The section of the settings about tokens. `recipes`: the page that shows how to use them. */
export function CaptureSection({ recipes }: { recipes: string }) {
  return (
    <div className="grid gap-3">
      <p className="text-button font-normal text-ink-2">
        {texts.about}{' '}
        <a href={recipes} className="text-primary underline underline-offset-3">
          {texts.recipes}
        </a>
      </p>
      <Later waiting={<TokensLoading />}>
        <ApiTokens />
      </Later>
    </div>
  );
}
