import { Button, downloadText, Sheet } from '@bourse/ui';
import { lazy, Suspense, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useReceipt } from './useReceipt.ts';

const ReceiptView = lazy(() => import('./ReceiptView.tsx'));

/** A receipt over the screen it belongs to: from below on a phone, from the side on a desk. */
export function ReceiptSheet({ fillId, onClose }: { fillId: string | null; onClose: () => void }) {
  if (fillId === null) return null;
  return <OpenReceipt key={fillId} fillId={fillId} onClose={onClose} />;
}

function OpenReceipt({ fillId, onClose }: { fillId: string; onClose: () => void }) {
  const t = useT();
  const [round, setRound] = useState(0);
  const state = useReceipt(fillId, round);
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
            <Button kind="outline" wide onClick={() => downloadText(`receipt-${fillId}.json`, state.receipt.document, 'application/json')}>
              {t('trade.saveDocument')}
            </Button>
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
