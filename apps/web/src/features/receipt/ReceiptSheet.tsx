import { Button, buttonClass, Sheet } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { searchOf } from './address.ts';
import { type Source, useReceipt } from './useReceipt.ts';

const ReceiptView = lazy(() => import('./ReceiptView.tsx'));

/** A receipt over the current screen: from the bottom on a phone, from the side on a wide screen. */
export function ReceiptSheet({ fillId, onClose }: { fillId: string | null; onClose: () => void }) {
  if (fillId === null) return null;
  return <OpenReceipt key={fillId} source={{ fillId }} onClose={onClose} />;
}

function OpenReceipt({ source, onClose }: { source: Source; onClose: () => void }) {
  const t = useT();
  const [round, setRound] = useState(0);
  const state = useReceipt(source, round);
  return (
    <Sheet
      side
      bare
      open
      onClose={onClose}
      title={t('trade.receiptTitle')}
      foot={
        state.state === 'done' ? (
          <>
            <Link to="/receipt" search={searchOf(source)} className={buttonClass({ kind: 'outline', wide: true })} onClick={onClose}>
              {t('trade.receiptPage')}
            </Link>
            <Button wide onClick={() => setRound(round + 1)}>
              {t('trade.recomputeAgain')}
            </Button>
          </>
        ) : undefined
      }
    >
      <Suspense>
        <ReceiptView state={state} />
      </Suspense>
    </Sheet>
  );
}
