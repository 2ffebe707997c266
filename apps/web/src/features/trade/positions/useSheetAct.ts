import { useState } from 'react';
import type { Done } from './act.ts';

/** What a sheet does: busy while it is on its way, closed when it is done, and kept open with the reason when it is refused. */
export function useSheetAct(onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ message: string } | null>(null);
  const run = async (act: () => Promise<Done>) => {
    setBusy(true);
    setRefused(null);
    const result = await act();
    setBusy(false);
    if (result.ok || result.refused === null) onClose();
    else setRefused(result.refused);
  };
  return { busy, refused, run, clear: () => setRefused(null) };
}
