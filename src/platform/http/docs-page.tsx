// A human-readable page of the OpenAPI document.
import type { StillPage } from './still-page.ts';

export const docsPath = '/api/docs';

type Described = { info: { title: string; version: string }; paths?: Record<string, unknown> };
type Method = {
  summary?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};

export function docsPage({ info, paths = {} }: Described): StillPage {
  const title = `${info.title} API ${info.version}`;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Method>).map(([name, method]) => ({
      call: `${name.toUpperCase()} ${path}`,
      method,
    })),
  );
  const main = (
    <>
      <h1 className="text-title-phone md:text-title">{title}</h1>
      <p className="mt-2 max-w-line text-ui text-ink-2">
        The machine-readable document is at{' '}
        <a href="/api/openapi.json" className="text-primary underline">
          /api/openapi.json
        </a>
        . Errors are RFC 9457 problem documents with a stable <code>code</code>.
      </p>
      {operations.map(({ call, method }) => (
        <Operation key={call} call={call} method={method} />
      ))}
    </>
  );
  return { status: 200, path: docsPath, title, main };
}

function Operation({ call, method }: { call: string; method: Method }) {
  const { summary, security = [], parameters = [], requestBody, responses } = method;
  return (
    <section className="mt-8 wrap-anywhere">
      <h2 className="text-ui font-semibold">
        <code>{call}</code>
      </h2>
      <p className="text-ui text-ink-2">
        {summary} <span className="text-meta">({security.length > 0 ? 'needs a session' : 'anyone'})</span>
      </p>
      <ul className="text-ui">
        {parameters.map(({ name, in: place, required }) => (
          <li key={`${place} ${name}`}>
            <code>{name}</code> in {place}
            {required && ', required'}
          </li>
        ))}
      </ul>
      <Json label="Request body" value={requestBody} />
      <Json label="Responses" value={responses} />
    </section>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <details>
      <summary className="min-h-6 text-button">{label}</summary>
      <pre className="overflow-x-auto bg-sunken p-4 text-meta">{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
