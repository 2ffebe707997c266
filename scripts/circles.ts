/** Circles of value imports: files that need each other before either can run. Type imports vanish when the code runs and do not count. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) return void found.push([...path.slice(at), file]);
    if (done.has(file)) return;
    path.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return found;
}

/** The modules a file needs to run, as written. A lazy `import('…')` runs later and closes no circle. */
export function valueImportsOf(text: string): string[] {
  const specifiers: string[] = [];
  for (const [, clause = '', from, bare] of text.matchAll(/^\s*(?:(?:import|export)\b([^;'"]*?)\bfrom\s+'([^']+)'|import\s+'([^']+)')/gm)) {
    if (bare !== undefined) specifiers.push(bare);
    else if (from !== undefined && !typesOnly(clause)) specifiers.push(from);
  }
  return specifiers;
}

function typesOnly(clause: string): boolean {
  if (/^\s*type\b(?!\s*,)/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}\s*$/
    .exec(clause)?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return names?.filter(Boolean).every((name) => name.startsWith('type ')) ?? false;
}
