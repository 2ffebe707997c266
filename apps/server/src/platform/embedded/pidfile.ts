import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The facts that PostgreSQL writes about itself into its data folder. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its Unix socket; empty when it has none. */
  socketFolder: string;
  ready: boolean;
}

export function readPostmaster(dataFolder: string): Postmaster | undefined {
  const lines = readLines(join(dataFolder, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3] || 0), socketFolder: lines[4] ?? '', ready: (lines[7] ?? '').startsWith('ready') };
}

/** Whether the process is alive. A process that this user may not signal is alive too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processState(pid) !== 'Z';
}

/** Whether the process with this id is PostgreSQL now. After a restart of the machine, ids are used again. */
export function isPostgres(pid: number): boolean {
  const command = `/proc/${pid}/cmdline`;
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return readFileSync(command, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

/** When the process started, in ticks since boot, where Linux provides it. Id and start time together identify one process. */
export function startMark(pid: number): string {
  return statFields(pid)[19] ?? '';
}

const processState = (pid: number) => statFields(pid)[0] ?? '';

/** The fields of /proc/PID/stat after the command's name. The name itself may contain spaces. */
function statFields(pid: number): string[] {
  const [line = ''] = readLines(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

function readLines(path: string): string[] {
  if (!existsSync(path)) return [];
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
