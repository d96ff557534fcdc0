// Which face /auth shows for its query parameters (R-A13).
import { limits } from '../contract.ts';
import { texts } from '../texts.ts';

const modes = ['signup', 'manager', 'employee'] as const;

export type AuthView = {
  mode?: (typeof modes)[number];
  /** Set when the person toggled inside a mode that has a face of its own. */
  view?: 'sign-in' | 'sign-up';
  /** Who sent the manager here. */
  employee?: string;
};

/** Reads the query of /auth; what is not understood is dropped. */
export function readAuthView(search: string): AuthView {
  const query = new URLSearchParams(search);
  const mode = modes.find((known) => known === query.get('mode'));
  const view = (['sign-in', 'sign-up'] as const).find((known) => known === query.get('view'));
  const employee = query.get('employee')?.slice(0, limits.email);
  return { ...(mode && { mode }), ...(view && { view }), ...(employee && { employee }) };
}

/** The query that `readAuthView` reads as this view, with its question mark; empty for the plain sign-in. */
export function authQuery(view: AuthView): string {
  const query = new URLSearchParams(view).toString();
  return query && `?${query}`;
}

export type AuthFace = {
  form: 'sign-in' | 'sign-up';
  heading: string;
  badge: { text: string; tone: 'sky' | 'primary' } | undefined;
  /** The query of the other form's address. */
  other: AuthView;
};

export function authFace({ mode, view, employee }: AuthView): AuthFace {
  const opens = mode === 'signup' || mode === 'employee' || (mode === 'manager' && employee);
  const form = view ?? (opens ? 'sign-up' : 'sign-in');
  const otherForm = form === 'sign-in' ? 'sign-up' : 'sign-in';
  if (mode === 'manager' || mode === 'employee') {
    const manager = mode === 'manager';
    const headings = manager ? texts.managerHeadings : texts.headings;
    return {
      form,
      heading: headings[form],
      badge: manager
        ? { text: texts.badges.manager, tone: 'sky' }
        : { text: texts.badges.employee, tone: 'primary' },
      other: { mode, view: otherForm, ...(employee && { employee }) },
    };
  }
  return {
    form,
    heading: texts.headings[form],
    badge: undefined,
    other: otherForm === 'sign-up' ? { mode: 'signup' } : {},
  };
}
