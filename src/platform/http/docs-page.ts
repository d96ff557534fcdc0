// A human-readable page of the OpenAPI document. No script, no requests.
import { escapeHtml } from '../text/escape-html.ts';

type Described = { info: { title: string; version: string }; paths?: Record<string, unknown> };
type Method = {
  summary?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};

function block(title: string, value: unknown): string {
  if (value === undefined) return '';
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
}

function section(path: string, name: string, method: Method): string {
  const access = method.security && method.security.length > 0 ? 'needs a session' : 'anyone';
  const parameters = (method.parameters ?? [])
    .map(
      (p) =>
        `<li><code>${escapeHtml(p.name)}</code> in ${escapeHtml(p.in)}${p.required ? ', required' : ''}</li>`,
    )
    .join('');
  return `<section><h2><code>${escapeHtml(name.toUpperCase())} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(method.summary ?? '')} <small>(${access})</small></p>${parameters && `<ul>${parameters}</ul>`}
${block('Request body', method.requestBody)}${block('Responses', method.responses)}</section>`;
}

/** The whole HTML document. */
export function docsPage(document: Described): string {
  const sections = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Method>).map(([name, method]) => section(path, name, method)),
  );
  const title = `${escapeHtml(document.info.title)} API ${escapeHtml(document.info.version)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg">
<style>html{background:Canvas;color:CanvasText}a{color:LinkText}body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}
h2{font-size:1rem;margin:2rem 0 0}h2,li,p{overflow-wrap:anywhere}pre{overflow:auto;font-size:.8rem}</style></head>
<body><main><h1>${title}</h1><p>The machine-readable document is at <a href="/api/openapi.json">/api/openapi.json</a>.
Errors are RFC 9457 problem documents with a stable <code>code</code>.</p>${sections.join('\n')}</main></body></html>`;
}
