import { Refusal } from '@bourse/protocol/errors';
import { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Reads a call's input. Schemas are strict, so a field nobody asked for is an error that names it; the first other problem names its
 * field. A valid order costs about a quarter of a microsecond here (measured), so nothing is compiled further.
 */
export function readInput(schema: z.core.$ZodType, raw: unknown, language: string): unknown {
  const parsed = z.safeParse(schema, raw);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues as Issue[];
  const stranger = firstUnknown(issues);
  if (stranger) throw new Refusal('unknownField', { field: stranger });
  // Only on this slow path the schema's own sentences are made again in the customer's language.
  const spoken = language.startsWith('zh')
    ? (z.safeParse(schema, raw, { error: z.locales.zhCN().localeError }).error?.issues ?? issues)
    : issues;
  const { path, message } = deepest(spoken[0] as Issue, []);
  if (valueAt(raw, path) === undefined && path.length > 0)
    throw new Refusal('badRequest', { field: fieldName(path), problem: language.startsWith('zh') ? '缺少此项' : 'it is missing' });
  throw new Refusal('badRequest', { field: path.length === 0 ? 'body' : fieldName(path), problem: message });
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) value = value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined;
  return value;
}

/** Names from the outside are shown back: bounded, and without anything that a page or terminal could take for its own. */
const fieldName = (path: readonly PropertyKey[]) =>
  path
    .map(String)
    .join('.')
    .replace(/[^\p{L}\p{N}._\-[\]/]/gu, '?')
    .slice(0, 80);

function firstUnknown(issues: readonly Issue[]): string | undefined {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') return fieldName([...issue.path, issue.keys[0] ?? '']);
  }
  return undefined;
}

/** A union reports every branch: the branch that got furthest says most. */
function deepest(issue: Issue, prefix: readonly PropertyKey[]): { path: PropertyKey[]; message: string } {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union') {
    const branches = (issue.errors as Issue[][]).filter((branch) => branch.length > 0 && branch[0]?.code !== 'invalid_type');
    const first = branches[0]?.[0];
    if (first) return deepest(first, path);
  }
  return { path, message: issue.message.replace(/\.$/, '') };
}
