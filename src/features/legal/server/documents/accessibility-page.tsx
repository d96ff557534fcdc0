import type { ContentPage } from '#platform/http/content-page.ts';
import type { Evidence } from '../../accessibility-contract.ts';
import { levelTexts, reportTexts as texts, type Level } from '../../accessibility-texts.ts';
import { accessibilityPath, openAcrPath } from '../../texts.ts';
import { countOf, findingsOf, gapsOf, type Finding } from '../operations/report-accessibility.ts';

/** `version`: of the product. */
export function accessibilityPage(found: Evidence, version: string): ContentPage {
  return {
    path: accessibilityPath,
    title: texts.short,
    description: texts.description,
    main: <Report found={found} version={version} />,
  };
}

function Report({ found, version }: { found: Evidence; version: string }) {
  const findings = findingsOf(found);
  const levels = (Object.keys(levelTexts) as Level[]).filter((level) => countOf(findings, level) > 0);
  return (
    <article>
      <header className="double-rule pb-5">
        <h1 className="text-title-phone md:text-title">{texts.title}</h1>
        <p className="mt-3 text-meta text-ink-2">{texts.about(version)}</p>
      </header>
      <div className="prose mt-8">
        <p>{texts.intro}</p>
        <h2>{texts.summary}</h2>
        <ul>
          {levels.map((level) => (
            <li key={level}>{texts.count(levelTexts[level], countOf(findings, level), findings.length)}</li>
          ))}
        </ul>
        <p>{texts.notEvaluated}</p>
        <h2>{texts.gapsTitle}</h2>
        <ul>
          {gapsOf(found).map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
        <h2>{texts.methodsTitle}</h2>
        <p>{texts.methods(found)}</p>
        <p>
          <a href={openAcrPath}>{texts.file}</a>
        </p>
      </div>
      <Table grade="A" findings={findings} />
      <Table grade="AA" findings={findings} />
      <p className="mt-6 text-meta text-ink-2">{texts.levelAaa}</p>
    </article>
  );
}

/** On a phone, each criterion is a block of lines. */
function Table({ grade, findings }: { grade: Finding['grade']; findings: readonly Finding[] }) {
  return (
    <section className="mt-10">
      <h2 id={`level-${grade.toLowerCase()}`} className="text-month">
        {texts.tables[grade]}
      </h2>
      <dl className="mt-3 border-t border-rule">
        {findings
          .filter((finding) => finding.grade === grade)
          .map(({ number, handle, level, notes }) => (
            <div key={number} className="grid gap-x-5 border-b border-rule py-3 md:grid-cols-[16rem_1fr]">
              <dt className="text-button text-ink">
                {number} {handle}
              </dt>
              <dd className="m-0 text-ui">
                <strong className="font-semibold">{levelTexts[level]}</strong>
                <p className="text-meta font-normal text-ink-2">{notes}</p>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
