import { Button, Dialog, Segmented, TextArea } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { call } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { readFacts, recompute, type Shown } from '../model/receipt.ts';
import { ReceiptCard } from './LiveReceipt.tsx';
import styles from './VerifyDialog.module.css';

type Venue = 'real' | 'demo';
type Found = { shown: Shown; published: string; tookMs: number };

/** Takes the number of a trade or the text of a receipt, and recomputes either in this browser. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [venue, setVenue] = useState<Venue>('real');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<Found>();
  const typed = text.trim();
  const number = /^\d{1,19}$/.test(typed);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    setFound(undefined);
    if (typed === '') return setProblem(t('landing.verifyMissing'));
    setBusy(true);
    try {
      const published = number ? await call('GET pay/receipt/get', { fillId: typed, venue }, { noMsg: true }) : undefined;
      const facts = readFacts(published ? published.document : typed);
      if (!facts) return setProblem(t(number ? 'landing.verifyUnknownForm' : 'landing.verifyNotReceipt'));
      const { receiptHash } = await import('@bourse/engine/receipts');
      const since = performance.now();
      // Pasted text comes without a published hash. Show the computed hash, for the person to compare.
      const hash = published?.hash ?? receiptHash(facts);
      const shown = await recompute(facts, hash);
      setFound({ shown, published: hash, tookMs: Math.max(1, Math.round(performance.now() - since)) });
    } catch (error) {
      setProblem(error instanceof Error && error.message ? error.message : t('common.noResponse'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={onClose} title={t('landing.verify')} wide>
      <form className={styles.form} onSubmit={check} noValidate>
        <p className={styles.text}>{t('landing.verifyText')}</p>
        <TextArea
          label={t('landing.verifyField')}
          value={text}
          onChange={setText}
          error={problem}
          rows={2}
          dir="ltr"
          spellCheck={false}
          data-autofocus
        />
        {number && (
          <Segmented
            label={t('landing.venue')}
            value={venue}
            onChange={setVenue}
            options={[
              { value: 'real', label: t('landing.realVenue') },
              { value: 'demo', label: t('landing.demoVenue') },
            ]}
          />
        )}
        <Button type="submit" size="large" wide busy={busy}>
          {t('landing.recompute')}
        </Button>
      </form>
      {found && <ReceiptCard {...found} example={false} />}
    </Dialog>
  );
}
