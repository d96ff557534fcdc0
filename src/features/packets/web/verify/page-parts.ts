// What the parts of /verify share: plain DOM code that fills copies of the page's templates.
export const find = (selector: string, root: ParentNode = document): HTMLElement =>
  root.querySelector<HTMLElement>(selector)!;

export function copyOf(name: string): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(`[data-${name}-template]`)!;
  return template.content.cloneNode(true) as DocumentFragment;
}

/** Fills the elements of a copy by their names. */
export function fill(copy: ParentNode, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) find(`[data-${name}]`, copy).textContent = value;
}

export function listItem(...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('li');
  element.append(...content);
  return element;
}
