/** Reads the named parameters of a page's query string as text, truncated to a safe length. Ignores all others. */
export const texts =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Record<string, unknown>): { [Name in Names[number]]?: string } => {
    const read: Record<string, string> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' || typeof value === 'number') read[name] = String(value).slice(0, 256);
    }
    return read as { [Name in Names[number]]?: string };
  };
