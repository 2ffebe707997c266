type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with sorted keys and a single possible form, so that equal values give equal text (RFC 8785). Undefined fields are left out. Receipts are hashed,
 * proofs bound and commands signed in this form.
 */
export function canonicalJson(value: unknown): string {
  return write(value as Json);
}

function write(value: Json): string {
  if (value === null || value === undefined || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map((item: Json) => write(item)).join(',')}]`;
  const fields = value as { readonly [key: string]: Json };
  let text = '';
  // Sorts by code units, as RFC 8785 asks.
  for (const key of Object.keys(fields).sort()) {
    const field = fields[key];
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${write(field)}`;
  }
  return `{${text}}`;
}
