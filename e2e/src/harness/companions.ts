import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a server in development runs beside itself, each in a process of its own, by the folder of its data. */
export const companions = { signer: 'signer', chain: 'outside' } as const;
export type Companion = keyof typeof companions;

export const companionPid = (dataFolder: string, which: Companion): number => {
  const file = join(dataFolder, companions[which], 'process');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};
const lives = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
};

export const companionLives = (dataFolder: string, which: Companion): boolean => lives(companionPid(dataFolder, which));

/** Stops a companion without ending it, and lets it go on after the body: it is there and answers nobody. */
export async function silenced(dataFolder: string, which: Companion, body: () => Promise<void>): Promise<void> {
  const pid = companionPid(dataFolder, which);
  if (!lives(pid)) throw new Error(`there is no process of the ${which}`);
  process.kill(pid, 'SIGSTOP');
  try {
    await body();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}
