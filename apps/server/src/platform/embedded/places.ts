import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closedFolder, type Identity, unprivileged } from './binaries.ts';

/** Every path that the embedded database uses. */
export interface Places {
  identity: Identity | undefined;
  /** The root folder: `<data folder>/postgres`, unless its user has no access there. */
  home: string;
  data: string;
  binariesCache: string;
  log: string;
  password: string;
  supervisor: string;
  /** Undefined where Unix sockets are not available; then TCP on the loopback address is used. */
  socketFolder: string | undefined;
  moved: boolean;
}

/** `sun_path` holds 107 bytes, and the socket is called `.s.PGSQL.5432`. */
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length;

export function arrange(dataFolder: string, cache: string | undefined): Places {
  const folder = resolve(dataFolder);
  const identity = unprivileged();
  mkdirSync(folder, { recursive: true, mode: identity ? 0o711 : 0o700 });
  if (identity && statSync(folder).uid === 0) chmodSync(folder, statSync(folder).mode | 0o011);
  const usual = join(folder, 'postgres');
  const closed = identity && closedFolder(folder, identity);
  const home = closed ? join('/var/lib/bourse', mark(folder)) : usual;
  mkdirSync(home, { recursive: true, mode: identity ? 0o711 : 0o700 });
  if (closed) writeFileSync(join(folder, 'postgres-is-elsewhere.txt'), `${home}\n`);
  const data = join(home, 'data');
  if (!existsSync(data)) mkdirSync(data, { mode: 0o700 });
  if (identity) chownSync(data, identity.uid, identity.gid);
  return {
    identity,
    home,
    data,
    binariesCache: cache ?? home,
    log: join(home, 'postgres.log'),
    password: providePassword(join(home, 'password')),
    supervisor: join(home, 'supervisor.pid'),
    socketFolder: process.platform === 'win32' ? undefined : provideSocketFolder(home, folder, identity),
    moved: closed !== undefined,
  };
}

const mark = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 12);

function providePassword(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(path, 'utf8').trim();
}

function provideSocketFolder(home: string, dataFolder: string, identity: Identity | undefined): string {
  const usual = join(home, 'run');
  const short = Buffer.byteLength(usual) > longestSocketFolder;
  const folder = short ? join(tmpdir(), `bourse-${process.getuid?.() ?? 0}-${mark(dataFolder)}`) : usual;
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const { uid } = lstatSync(folder);
  const ours = [process.getuid?.(), identity?.uid];
  if (!lstatSync(folder).isDirectory() || !ours.includes(uid)) {
    // Somebody else created this path. Use a fresh folder with an unpredictable name.
    const fresh = mkdtempSync(join(tmpdir(), 'bourse-'));
    if (identity) chownSync(fresh, identity.uid, identity.gid);
    return fresh;
  }
  if (identity) chownSync(folder, identity.uid, identity.gid);
  return folder;
}
