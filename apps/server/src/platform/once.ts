import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Does something at the first start with a data folder, and never again. That it is done stands in the folder and not in the database: whoever writes only tables cannot
 * have it done once more.
 */
export async function onceForFolder(dataFolder: string, name: string, work: () => Promise<void>): Promise<void> {
  const folder = join(dataFolder, 'keys');
  const file = join(folder, name);
  if (existsSync(file)) return;
  await work();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, 'done\n', { mode: 0o600 });
}
