import { useState } from 'react';
import type { Done } from './act.ts';

/** The action of a sheet: busy while in flight, closes the sheet on success, keeps it open with the reason on refusal. */
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
