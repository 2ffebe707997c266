import { buttonClass, IconExternal } from '@bourse/ui';
import type { CallOutput } from '../../../data/index.ts';
import { useNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { Qr } from '../../../shell/Qr.tsx';
import { useDuration } from '../model/durations.ts';
import { useFigure } from '../model/figure.ts';
import { Address, CopyLine } from '../parts/CopyLine.tsx';
import styles from './deposit.module.css';

type Detail = CallOutput<'GET pay/recharge/detail'>;

/** How to pay an order: exactly what, where to, with which reference, and until when. */
export function Instructions({ of }: { of: Detail }) {
  const t = useT();
  const figure = useFigure();
  const zone = useTimeZone();
  const { instructions, pays, asset } = of;
  if (!instructions) return null;
  const { reference, bank, address, url, exchange, expiresAt } = instructions;
  return (
    <section className={styles.part} aria-labelledby="how-to-pay">
      <h2 id="how-to-pay">{t('moneyIn.howToPay')}</h2>
      {exchange ? (
        <div className={styles.exchange}>
          <span className={styles.note}>{t('moneyIn.pay')}</span>
          <strong>{figure(exchange.pays, pays)}</strong>
          <span className={styles.note}>{t('moneyIn.getAtLeast')}</span>
          <strong>{figure(exchange.getsAtLeast, asset)}</strong>
          <Until at={exchange.until} rate={t('moneyIn.rate', { rate: figure(exchange.rate), pays, asset })} />
        </div>
      ) : (
        <CopyLine large label={t('moneyIn.payExactly', { asset: pays })} value={of.amount} shown={figure(of.amount, pays)} />
      )}
      {bank && (
        <>
          <CopyLine label={t('moneyIn.holder')} value={bank.holder} />
          <CopyLine label={t('moneyIn.accountNo')} value={bank.account} shown={<Address value={bank.account.replaceAll(' ', '')} />} />
          <CopyLine label={t('moneyIn.bic', { bank: bank.bank })} value={bank.bic} />
        </>
      )}
      {address && (
        <>
          <Qr text={address.address} label={t('moneyIn.qrLabel', { asset, network: of.networkName ?? address.network })} />
          <CopyLine
            label={t('moneyIn.houseAddress', { network: of.networkName ?? address.network })}
            value={address.address}
            shown={<Address value={address.address} />}
          />
          {address.tag !== null && <CopyLine large label={t('moneyIn.tag')} value={String(address.tag)} />}
        </>
      )}
      {!address && !url && (
        <>
          <CopyLine large label={t('moneyIn.reference')} value={reference} />
          <p className={styles.note}>{t('moneyIn.referenceWhy')}</p>
        </>
      )}
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: 'large', wide: true })}>
          {t('moneyIn.openProvider')}
          <IconExternal size={18} aria-hidden />
        </a>
      )}
      <p className={styles.note}>{t('moneyIn.payBy', { time: formatTime(expiresAt, 'dateTime', zone) })}</p>
    </section>
  );
}

/** A rate is promised for minutes: the last of them are counted. */
function Until({ at, rate }: { at: number; rate: string }) {
  const t = useT();
  const zone = useTimeZone();
  const duration = useDuration();
  const left = at - useNow();
  return (
    <span className={styles.note}>
      {rate}{' '}
      {left > 0 ? t('moneyIn.rateUntil', { time: formatTime(at, 'dateTime', zone), left: duration(left / 1_000) }) : t('moneyIn.rateOver')}
    </span>
  );
}
