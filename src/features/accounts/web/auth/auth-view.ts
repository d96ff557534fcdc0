// Decides which form, heading and badge /auth shows for its query parameters (R-A13).
import { limits } from '../../constants.ts';
import { texts } from '../../auth-texts.ts';

const views = ['sign-in', 'sign-up', 'forgot'] as const;
const modes = ['signup', 'manager', 'employee'] as const;

export type AuthView = {
  mode?: (typeof modes)[number];
  /** Set when the user switched to a form other than the mode's default. */
  view?: (typeof views)[number];
  /** The employee who sent the manager here. */
  employee?: string;
};

/** Reads the query of /auth and drops unknown values. */
export function readAuthView(search: string): AuthView {
  const query = new URLSearchParams(search);
  const mode = modes.find((known) => known === query.get('mode'));
  const view = views.find((known) => known === query.get('view'));
  const employee = query.get('employee')?.slice(0, limits.email);
  return { ...(mode && { mode }), ...(view && { view }), ...(employee && { employee }) };
}

/** The inverse of `readAuthView`: the query with its question mark, or an empty string for the plain sign-in. */
export function authQuery(view: AuthView): string {
  const query = new URLSearchParams(view).toString();
  return query && `?${query}`;
}

/** The view that the server renders for a query: without the employee, because the page is the same for everyone. */
export function sharedAuthView({ mode, view, employee }: AuthView): AuthView {
  const opensSignUp = mode === 'manager' && employee !== undefined && view === undefined;
  return { ...(mode && { mode }), ...(opensSignUp ? { view: 'sign-up' } : view && { view }) };
}

export type AuthFace = {
  form: (typeof views)[number];
  heading: string;
  badge: { text: string; tone: 'sky' | 'primary' } | undefined;
  /** The view that the toggle link opens. From the forgotten-password form, that is the sign-in. */
  other: AuthView;
  /** The view of the forgotten-password form. */
  forgot: AuthView;
};

export function authFace({ mode, view, employee }: AuthView): AuthFace {
  const opensSignUp = mode === 'signup' || mode === 'employee' || (mode === 'manager' && employee);
  const form = view ?? (opensSignUp ? 'sign-up' : 'sign-in');
  const otherForm = form === 'sign-in' ? 'sign-up' : 'sign-in';
  if (mode === 'manager' || mode === 'employee') {
    const manager = mode === 'manager';
    const headings = manager ? texts.managerHeadings : texts.headings;
    const kept = { mode, ...(employee && { employee }) };
    return {
      form,
      heading: headings[form],
      badge: manager
        ? { text: texts.badges.manager, tone: 'sky' }
        : { text: texts.badges.employee, tone: 'primary' },
      other: { ...kept, view: otherForm },
      forgot: { ...kept, view: 'forgot' },
    };
  }
  return {
    form,
    heading: texts.headings[form],
    badge: undefined,
    other: otherForm === 'sign-up' ? { mode: 'signup' } : {},
    forgot: { view: 'forgot' },
  };
}
