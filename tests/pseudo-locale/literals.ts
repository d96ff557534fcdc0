// Texts that people read belong into texts modules. A text on a screen that is not in the pseudo-locale is either data, or
// comes from another module: then that module contains it.
import { Visitor } from 'oxc-parser';
import { modulesOf } from '../../scripts/check/modules.ts';
import { isTest, type Tree } from '../../scripts/check/tree.ts';
import { untranslated } from './pseudo.ts';

/** The name of the product, which is the same in all languages. */
const productName = 'Logbook';

export class Literals {
  readonly #whole = new Map<string, string>();
  readonly #parts: [text: string, path: string][] = [];

  /** Reads all texts in modules of the app that are not texts modules. */
  static of(tree: Tree): Literals {
    const literals = new Literals();
    for (const { path, parsed } of modulesOf(tree).values()) {
      if (!path.startsWith('src/') || isTest(path) || /[/-]texts\.tsx?$/.test(path)) continue;
      const add = (text: unknown) => literals.#add(text, path);
      new Visitor({
        Literal: ({ value }) => add(value),
        TemplateElement: ({ value }) => add(value.cooked),
        JSXText: ({ value }) => add(value),
      }).visit(parsed.program);
    }
    return literals;
  }

  /** Returns the module that contains `text` or a sentence of it, or undefined. */
  moduleOf(text: string): string | undefined {
    return this.#whole.get(text) ?? this.#parts.find(([part]) => text.includes(part))?.[1];
  }

  #add(value: unknown, path: string): void {
    if (typeof value !== 'string') return;
    const text = value.trim().replace(/\s+/g, ' ');
    if (!/\p{L}{2}/u.test(text) || untranslated.test(text) || text === productName) return;
    this.#whole.set(text, path);
    if (/\p{L}{2} \p{L}+ \p{L}{2}/u.test(text)) this.#parts.push([text, path]);
  }
}
