export type ToastKind = 'info' | 'success' | 'error' | 'warning';
export type ToastAction = { label: string; onClick: () => void };
export type ToastEntry = {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction | undefined;
  closesAfterMs: number;
  /** Nothing pushes it out, and its time runs only while it is the one that is seen. */
  waits: boolean;
};

/** Closes by itself after 3 s (product specification, section 9). */
export const toastCloseMs = 3_000;
const most = 4;

let entries: readonly ToastEntry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const set = (next: readonly ToastEntry[]) => {
  entries = next;
  for (const listener of listeners) listener();
};

export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: () => entries,
  close(id: number) {
    set(entries.filter((entry) => entry.id !== id));
  },
};

/** The toast to show: warnings and errors before successes, and the latest of its kind. */
export const frontToast = (list: readonly ToastEntry[]): ToastEntry | undefined =>
  list.findLast((entry) => entry.kind === 'error' || entry.kind === 'warning') ?? list.at(-1);

const important = ({ kind, closesAfterMs, waits }: ToastEntry): boolean =>
  waits || kind === 'error' || kind === 'warning' || closesAfterMs === 0;
/** Beyond the space, the oldest messages that only inform go first. A warning stays until it closes or is closed. */
function withinSpace(list: readonly ToastEntry[]): readonly ToastEntry[] {
  const over = list.length - most;
  const going = new Set(list.filter((entry) => !important(entry)).slice(0, Math.max(0, over)));
  return list.filter((entry) => !going.has(entry));
}

/** Shows a message once: the same text is not added while it is on screen. `0` ms keeps it until closed. */
export function toast(
  kind: ToastKind,
  text: string,
  options: { action?: ToastAction | undefined; closesAfterMs?: number | undefined; waits?: boolean | undefined } = {},
): number {
  const same = entries.find((entry) => entry.kind === kind && entry.text === text);
  if (same) return same.id;
  const { action, closesAfterMs = toastCloseMs, waits = false } = options;
  const entry = { id: nextId++, kind, text, action, closesAfterMs, waits };
  set(withinSpace([...entries, entry]));
  return entry.id;
}
