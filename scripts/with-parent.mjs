// npm runs a script through a shell. SIGTERM ends npm and the shell, and neither passes it on: the program would stay behind without a parent.

const everyMs = 250;

/** Sends this process SIGTERM when the process that started it has ended. Does nothing unless npm started it. */
export function stopWithParent(startedByNpm = process.env.npm_lifecycle_event !== undefined) {
  if (!startedByNpm) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  watch.unref();
}
