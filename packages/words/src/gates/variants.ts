import type { Compiled } from '../speak.ts';

/**
 * A message as everything it may say: one variant for each combination of its selects, so that a pole swapped inside one choice is seen. Of plurals the
 * `other` form stands for all. Values stay as `{name}`.
 */
export interface Variant {
  /** `side=buy`, empty without selects. */
  of: string;
  text: string;
}
const many = 64;

export function variantsOf(message: Compiled): Variant[] {
  if (typeof message === 'string') return [{ of: '', text: message }];
  let found: Variant[] = [{ of: '', text: '' }];
  for (const token of message) {
    const next = typeof token === 'string' ? [{ of: '', text: token }] : choicesOf(token);
    found = found.flatMap((before) =>
      next.flatMap(({ of, text }) => (clashes(before.of, of) ? [] : [{ of: joined(before.of, of), text: before.text + text }])),
    );
    if (found.length > many) throw new Error(`more than ${many} variants`);
  }
  return found;
}

type Token = Exclude<Exclude<Compiled, string>[number], string>;

function choicesOf([name, kind, choices]: Token): Variant[] {
  if (!choices || typeof choices !== 'object') return [{ of: '', text: `{${name}}` }];
  if (kind !== 'select')
    return variantsOf((choices['other'] ?? '') as Compiled).map(({ of, text }) => ({ of, text: text.replaceAll('#', `{${name}}`) }));
  return Object.entries(choices).flatMap(([choice, inner]) =>
    choice === 'offset' ? [] : variantsOf(inner as Compiled).map(({ of, text }) => ({ of: joined(`${name}=${choice}`, of), text })),
  );
}

const parts = (of: string) => (of === '' ? [] : of.split(' '));
const joined = (a: string, b: string) => [...new Set([...parts(a), ...parts(b)])].sort().join(' ');
/** Two selects of the same value agree. */
const clashes = (a: string, b: string) => {
  const known = new Map(parts(a).map((part) => part.split('=') as [string, string]));
  return parts(b).some((part) => {
    const [name, value] = part.split('=') as [string, string];
    return known.has(name) && known.get(name) !== value;
  });
};

/** Every argument with its kind, and the choices of plurals: `count plural one other`. */
export function shapeOf(message: Compiled): {
  values: string[];
  selects: string[];
  plurals: { name: string; kind: string; forms: string[] }[];
} {
  const values = new Set<string>();
  const selects = new Set<string>();
  const plurals: { name: string; kind: string; forms: string[] }[] = [];
  const walk = (inner: Compiled) => {
    if (typeof inner === 'string') return;
    for (const token of inner) {
      if (typeof token === 'string') continue;
      const [name, kind, choices] = token;
      values.add(name);
      if (!choices || typeof choices !== 'object') continue;
      const forms = Object.keys(choices).filter((form) => form !== 'offset');
      if (kind === 'select') selects.add(`${name}: ${[...forms].sort().join(', ')}`);
      else plurals.push({ name, kind: kind ?? '', forms });
      for (const form of forms) walk(choices[form] as Compiled);
    }
  };
  walk(message);
  return { values: [...values].sort(), selects: [...selects].sort(), plurals };
}
