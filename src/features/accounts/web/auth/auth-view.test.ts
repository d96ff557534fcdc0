import { expect, test } from 'vitest';
import { authFace, authQuery, readAuthView, type AuthView } from './auth-view.ts';

const faces: [AuthView, string, string | undefined][] = [
  [{}, 'Welcome back', undefined],
  [{ mode: 'signup' }, 'Create account', undefined],
  [{ mode: 'manager' }, 'Manager Sign In', 'Manager Access for the team'],
  [{ mode: 'manager', employee: 'ada@example.com' }, 'Upgrade to Manager', 'Manager Access for the team'],
  [{ mode: 'manager', view: 'sign-up' }, 'Upgrade to Manager', 'Manager Access for the team'],
  [{ mode: 'employee' }, 'Create account', 'Personal Logbook Access'],
  [{ mode: 'employee', view: 'sign-in' }, 'Welcome back', 'Personal Logbook Access'],
];

test.each(faces)('the auth view %j shows "%s" with the badge %s (R-A13)', (view, heading, badge) => {
  const face = authFace(view);
  expect(face.heading).toBe(heading);
  expect(face.badge?.text).toBe(badge);
});

test.each(faces)('the toggle of the auth view %j leads to the other form and back', (view) => {
  const here = authFace(view);
  const there = authFace(here.other);
  expect(there.form).not.toBe(here.form);
  expect(authFace(there.other).heading).toBe(here.heading);
});

test.each(faces)('the auth view %j survives a round trip through the query', (view) => {
  expect(readAuthView(authQuery(view))).toEqual(view);
});

test.each(faces)(
  'the auth view %j leads to the forgotten-password form and back to the sign-in of its mode',
  (view) => {
    const here = authFace(view);
    const forgot = authFace(here.forgot);
    expect(forgot.heading).toBe('Reset password');
    expect(forgot.badge).toEqual(here.badge);
    expect(readAuthView(authQuery(here.forgot))).toEqual(here.forgot);
    expect(authFace(forgot.other).form).toBe('sign-in');
    expect(authFace(forgot.other).badge).toEqual(here.badge);
  },
);

test('readAuthView drops unknown values and shortens a long employee', () => {
  expect(readAuthView('?mode=root&view=x&employee=')).toEqual({});
  expect(readAuthView(`?employee=${'a'.repeat(5000)}`).employee).toHaveLength(254);
});
