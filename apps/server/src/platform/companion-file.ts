import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The runnable file of something that a server runs beside itself, which `scripts/bundle.mjs` puts beside the server's; undefined where the server runs from its sources, as in tests. */
export function companionFile(name: 'shadow' | 'histories' | 'signatures' | 'notary', from: string = import.meta.url): string | undefined {
  const file = fileURLToPath(from).replace(/\.mjs$/, `.${name}.mjs`);
  return file.endsWith(`.${name}.mjs`) && existsSync(file) ? file : undefined;
}
