import { buttonClass, Dialog } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type AppEvents, lastValue } from '../../data/index.ts';
import { tMaybe, useT } from '../../i18n/index.ts';
import { useOwnRead } from './model/own-read.ts';

/** A withdrawal or an identity that was not passed, with the remark of whoever decided, and the way to it. */
export default function Rejected({ notice: { kind, params }, onClose }: { notice: AppEvents['notice']; onClose: () => void }) {
  const t = useT();
  const remark = params['remark'] === undefined ? '' : String(params['remark']);
  const money = kind === 'withdrawal.rejected';
  // The remark is a published code, or what a person wrote.
  const published = tMaybe(money ? `journey.why_${remark}` : `identity.reason_${remark}`);
  const text = published ?? (remark || t(money ? 'journey.rejectedDefault' : 'journey.realnameDefault'));
  // The journal has the reason; what the person wrote stands with the withdrawal.
  const id = money && params['no'] !== undefined ? String(params['no']) : undefined;
  const written = lastValue(useOwnRead('GET pay/withdrawal/detail', { id: id ?? '' }, { enabled: id !== undefined, staleMs: 0 }))?.remark;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(money ? 'journey.rejectedTitle' : 'journey.realnameTitle')}
      foot={
        money ? (
          <Link
            to="/funds/withdraw/success"
            search={params['no'] === undefined ? {} : { id: String(params['no']) }}
            className={buttonClass({ wide: true })}
            onClick={onClose}
          >
            {t('journey.rejectedSee')}
          </Link>
        ) : (
          <Link to="/mine/verified" className={buttonClass({ wide: true })} onClick={onClose}>
            {t('journey.realnameSee')}
          </Link>
        )
      }
    >
      <p>{text}</p>
      {written && written !== text && <p>{written}</p>}
    </Dialog>
  );
}
