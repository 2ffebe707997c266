import type { DepositItem } from '@bourse/protocol';
import { Button, Chip, Sheet, TextField, toast } from '@bourse/ui';
import { type FormEvent, useId, useState } from 'react';
import { call, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type FileFlaw, uploadPicture, usePicturePicker } from '../../../shell/pictures.tsx';
import { Problem } from '../../account/parts/AuthFrame.tsx';
import { isTxHash } from '../model/tx-hash.ts';
import styles from '../parts/parts.module.css';

const picturesAtMost = 5;

/** "I have paid": the transaction, where there is one, and pictures of the payment. */
export function EvidenceSheet({ of, onClose, onSent }: { of: DepositItem; onClose: () => void; onSent: () => Promise<void> }) {
  const t = useT();
  const form = useId();
  const chain = of.network !== null;
  const [hash, setHash] = useState('');
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const send = useAction(async () => {
    const txHash = hash.trim();
    await call('POST pay/recharge/submit', { id: of.id, evidence: [...pictures], ...(txHash === '' ? {} : { txHash }) }, { noMsg: true });
    toast('success', t('moneyIn.paidSent'));
    await onSent();
  });
  const wrongHash = chain && !isTxHash(hash);
  const noPicture = !chain && pictures.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrongHash && !noPicture) void send.run(undefined);
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('moneyIn.paidTitle')}
      foot={
        <Button type="submit" form={form} size="large" wide busy={send.busy}>
          {t('moneyIn.paidSend')}
        </Button>
      }
    >
      <form id={form} className={styles.evidence} onSubmit={submit} noValidate>
        <p>{t(chain ? 'moneyIn.paidChainText' : 'moneyIn.paidText')}</p>
        {chain && (
          <TextField
            label={t('moneyIn.txHash')}
            hint={t('moneyIn.txHashHint')}
            value={hash}
            onChange={(text) => {
              setHash(text);
              setTried(false);
              send.clear();
            }}
            error={tried && wrongHash ? t('moneyIn.txHashWrong') : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            maxLength={80}
          />
        )}
        <Pictures kept={pictures.length} missing={tried && noPicture} onKept={(id) => setPictures((before) => [...before, id])} />
        {send.error && <Problem>{send.error.status === 0 ? t('moneyIn.paidLost') : send.error.message}</Problem>}
      </form>
    </Sheet>
  );
}

function Pictures({ kept, missing, onKept }: { kept: number; missing: boolean; onKept: (id: string) => void }) {
  const t = useT();
  const [wrong, setWrong] = useState<FileFlaw>();
  const upload = useAction(async (file: File) => onKept(await uploadPicture(file, 'deposit')));
  const picker = usePicturePicker({
    onFile: (file, found) => {
      setWrong(found);
      if (!found) void upload.run(file);
    },
    testId: 'evidence',
  });
  return (
    <>
      {kept > 0 && <Chip tone="ok">{t('moneyIn.picturesKept', { count: kept })}</Chip>}
      {picker.input}
      <Button kind="outline" busy={upload.busy} disabled={kept >= picturesAtMost} onClick={picker.open}>
        {t('moneyIn.addPicture')}
      </Button>
      {wrong && <Problem>{t(`moneyIn.picture_${wrong}`)}</Problem>}
      {upload.error && <Problem>{upload.error.message || t('common.noResponse')}</Problem>}
      {missing && !wrong && !upload.error && <Problem>{t('moneyIn.pictureMissing')}</Problem>}
    </>
  );
}
