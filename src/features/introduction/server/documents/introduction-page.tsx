// The page that explains the product: what it is, for whom, and a picture of it.
import { signUpPath } from '#features/guest/constants.ts';
import { startTexts } from '#features/guest/start-texts.ts';
import type { ContentPage } from '#platform/http/content-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { HomeLink } from '#ui/home-link.tsx';
import { introductionPath } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { ProductPicture } from './product-picture.tsx';

export function introductionPage(instanceName: string): ContentPage {
  return {
    path: introductionPath,
    title: texts.title(instanceName),
    subtitle: texts.subtitle,
    description: texts.description,
    main: <Introduction instanceName={instanceName} />,
  };
}

function Introduction({ instanceName }: { instanceName: string }) {
  return (
    <>
      <h1>
        <span className="block text-title-phone md:text-title">{texts.title(instanceName)}</span>
        <span className="mt-1 block text-month font-[500] text-ink-2">{texts.subtitle}</span>
      </h1>
      <div className="mt-4 grid gap-2 text-ui md:max-w-[49em]">
        {texts.sentences(instanceName).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <HomeLink start={startTexts.start(instanceName)} back={startTexts.back} />
        <a href={signUpPath} data-for="visitor" className={buttonClass()}>
          {texts.signUp}
        </a>
        <p data-for="visitor" className="text-meta text-ink-2">
          {texts.noAccount}
        </p>
      </div>
      <ProductPicture />
    </>
  );
}
