import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder, key or setting that cannot be used, in words for whoever starts the program. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/** Makes sure that one process at a time signs with this folder: two would each know half of what was signed. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'process');
  const write = () => writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (isAlive(holder))
      throw new CannotStart(
        `Process ${holder} signs with the folder ${folder}. Stop it, or remove ${file} if that process is another program.`,
      );
    rmSync(file, { force: true });
    write();
  }
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs a program that signs until it is told to stop, or until the server that started it in development is gone. */
export async function runUntilStopped(start: () => Promise<{ stop(): Promise<unknown> }>): Promise<void> {
  try {
    const running = await start();
    const stop = () => running.stop().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    process.once('disconnect', stop);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
