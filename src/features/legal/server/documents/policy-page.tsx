import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ContentPage } from '#platform/http/content-page.ts';
import type { InlineScript } from '#platform/http/inline-script.ts';
import type { ContentFile } from '#platform/config/content-file.ts';
import { Prose } from '#platform/text/prose.tsx';
import { policyPath, texts } from '../../texts.ts';
import type { Today } from '../operations/todays-page.ts';

export type Policy = ContentFile<{ title: string; excerpt: string }>;

/** `script`: makes the button lead to the previous page. Without it, the button leads home. */
export function policyPage(policy: Policy, today: Today, script: InlineScript): ContentPage {
  return {
    path: policyPath,
    title: policy.title,
    description: policy.excerpt,
    script,
    vary: 'cookie',
    main: <Page policy={policy} today={today} />,
  };
}

function Page({ policy, today }: { policy: Policy; today: Today }) {
  return (
    <div className="mx-auto max-w-reading">
      <p className="mb-5 print:hidden">
        <a
          href="/"
          data-back
          className="inline-flex min-h-6 items-center gap-1.5 text-button text-ink-2 no-underline hover:text-ink pointer-coarse:min-h-11"
        >
          <ArrowLeft aria-hidden="true" size={16} className="mirrored:-scale-x-100" />
          {texts.back}
        </a>
      </p>
      <article>
        <header className="double-rule pb-5">
          <h1 className="text-title-phone md:text-title">{policy.title}</h1>
          <p className="mt-3 text-meta text-ink-2">
            {texts.updated}{' '}
            <time dateTime={today.day} lang={today.locale}>
              {today.text}
            </time>
          </p>
        </header>
        <div className="mt-8">
          <Prose html={policy.html} />
        </div>
      </article>
    </div>
  );
}
