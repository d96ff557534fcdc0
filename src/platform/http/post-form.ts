// Sends the form of a page without the app. Plain DOM code, small enough to be copied into each page's script.

/** What the server said about a form that it refused. Empty if there was no usable response. */
export type FormRefusal = { code?: string; title?: string; detail?: string };

const timeoutMs = 20_000;

/** Sends the fields as JSON. Null: they were accepted. */
export async function postForm(path: string, fields: object): Promise<FormRefusal | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return null;
    // Only refusals of the form have a sentence for the visitor.
    return response.status < 500 ? ((await response.json()) as FormRefusal) : {};
  } catch {
    return {};
  }
}
