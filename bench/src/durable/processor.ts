import { readdirSync, readFileSync } from 'node:fs';

/** Processor time in microseconds, as far as the kernel tells it (Linux). */
export interface Used {
  /** The thread with the event loop. */
  loop: number;
  /** The process's other threads: workers, collector, compiler, file system. */
  threads: number;
  /** All processes that it started. */
  children: number;
}

/** Processor time that a process and those it started have used so far. */
export function processorOf(pid: number): Used {
  const loop = thread(pid, pid);
  return { loop, threads: whole(pid) - loop, children: descendants(pid).reduce((sum, child) => sum + whole(child) + ended(child), 0) };
}

export const between = (from: Used, to: Used): Used => ({
  loop: to.loop - from.loop,
  threads: to.threads - from.threads,
  children: to.children - from.children,
});

const thread = (pid: number, task: number) =>
  told(() => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ', 1)[0]) / 1000, 0);

const whole = (pid: number) => told(() => readdirSync(`/proc/${pid}/task`), []).reduce((sum, task) => sum + thread(pid, Number(task)), 0);

/** Fields of a process's `stat` after its name: the parent is the second, and the times of children that ended are the 14th and 15th, in ticks. */
function stat(pid: number | string): string[] {
  const text = told(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
const tickUs = 10_000;

/** What the ended children of a process had used. */
function ended(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * tickUs;
}

function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of told(() => readdirSync('/proc'), [])) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(stat(name)[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (one: number): number[] => (children.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** What a file of the kernel says; `otherwise` when the process has ended or the system has no such file. */
function told<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
