/**
 * Readers disagree about an object that has one key twice: one takes the first value, another the last. So such a body is refused.
 *
 * A JSON text has one colon for each key, and further colons only within strings. Counting both is enough for almost every order, and takes a
 * fraction of a microsecond; the text is walked only when there are more colons than keys.
 */
export function repeatedKey(text: string, value: unknown): string | undefined {
  return colonsIn(text) === keysOf(value) ? undefined : walk(text);
}

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) count += 1;
  return count;
}

function keysOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const one of value) count += keysOf(one);
    return count;
  }
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    const field = fields[key];
    count += 1;
    if (field !== null && typeof field === 'object') count += keysOf(field);
  }
  return count;
}

/** The first key that its object has twice. The text is known to be JSON. */
function walk(text: string): string | undefined {
  const objects: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') objects.push(new Set());
    else if (character === '[') objects.push(null);
    else if (character === '}' || character === ']') objects.pop();
    else if (character === '"') {
      const from = at;
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      const keys = objects.at(-1);
      if (!keys || !isKey(text, at + 1)) continue;
      // Escapes can spell one key in two ways.
      const key = JSON.parse(text.slice(from, at + 1)) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}

/** Whether a colon follows, after white space. */
function isKey(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text[at] === ':';
}
