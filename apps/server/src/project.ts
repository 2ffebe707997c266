import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, from wherever this runs: its sources, or a bundle elsewhere inside the project. */
export function projectFolder(from = dirname(fileURLToPath(import.meta.url))): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'apps/server/package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`the project's folder was not found above ${from}`);
  }
}
