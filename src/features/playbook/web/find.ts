/** The element that the server has rendered in `root`. Throws if there is none of this kind. */
export function find(root: ParentNode, selector: string): HTMLElement;
export function find<Found extends Element>(root: ParentNode, selector: string, kind: new () => Found): Found;
export function find(root: ParentNode, selector: string, kind: new () => Element = HTMLElement): Element {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}
