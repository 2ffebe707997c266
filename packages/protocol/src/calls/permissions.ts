/**
 * What an operator may do. A call of operators names the one it needs, or `everyOperator` when signing in is enough. `see` shows customers with
 * their contacts masked; the others name the kind of decision that the operator may propose and approve. The journal names them by their place: append,
 * never reorder.
 */
export const permissions = ['see', 'support', 'money', 'house', 'compliance', 'rules', 'content', 'people'] as const;
export type Permission = (typeof permissions)[number];
export type NeededPermission = Permission | 'everyOperator';

/** What each role may do. Those who appoint operators decide nothing else, so that nobody can raise their own role and then use it. */
export const roles = {
  support: ['see', 'support'],
  finance: ['see', 'money', 'house'],
  compliance: ['see', 'compliance'],
  risk: ['see', 'rules'],
  content: ['content'],
  administrator: ['people'],
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof roles;

/** The permissions of an operator with these roles. An administrator who also has another role has none at all: the two exclude each other. */
export function permissionsOf(held: readonly Role[]): ReadonlySet<Permission> {
  const all = new Set(held.flatMap((role) => roles[role] as readonly Permission[]));
  return all.has('people') && all.size > 1 ? new Set() : all;
}

export const holds = (held: ReadonlySet<Permission>, needed: NeededPermission): boolean => needed === 'everyOperator' || held.has(needed);
