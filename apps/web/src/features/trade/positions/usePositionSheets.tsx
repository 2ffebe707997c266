import { useState } from 'react';
import { CloseSheet } from './CloseSheet.tsx';
import { MarginSheet } from './MarginSheet.tsx';
import { type Position, type PositionKind, useOpenPositions } from './positions.ts';
import { StopsSheet } from './StopsSheet.tsx';
import { CloseAll, ReverseAll, ReverseOne } from './Sweeps.tsx';

export type PositionAct = 'close' | 'closeLimit' | 'stops' | 'reverse' | 'addMargin' | 'takeMargin';
export type SweepAct = 'closeAll' | 'reverseAll';

/** The actions on a position, each in its own sheet that states the cost first. */
export function usePositionSheets(kind: PositionKind) {
  const [open, setOpen] = useState<{ what: PositionAct; id: string } | { what: SweepAct } | null>(null);
  const positions = useOpenPositions(kind);
  const onClose = () => setOpen(null);
  // The sheet follows the live position; it closes when the position has ended.
  const position = open && 'id' in open ? positions.find((each) => each.id === open.id) : undefined;
  const sheets = !open ? null : open.what === 'closeAll' ? (
    <CloseAll {...{ positions, onClose }} />
  ) : open.what === 'reverseAll' ? (
    <ReverseAll {...{ positions, onClose }} />
  ) : !position ? null : open.what === 'close' || open.what === 'closeLimit' ? (
    <CloseSheet {...{ position, onClose }} atLimit={open.what === 'closeLimit'} />
  ) : open.what === 'stops' ? (
    <StopsSheet {...{ position, onClose }} />
  ) : open.what === 'reverse' ? (
    <ReverseOne {...{ position, onClose }} />
  ) : (
    <MarginSheet {...{ position, onClose }} direction={open.what === 'addMargin' ? 'add' : 'take'} />
  );
  return {
    act: (what: PositionAct, target: Position) => setOpen({ what, id: target.id }),
    sweep: (what: SweepAct) => setOpen({ what }),
    sheets,
  };
}
