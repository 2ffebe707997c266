import type { Channel } from '@bourse/protocol';
import { Facts } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { useFigure } from '../model/figure.ts';
import type { PayoutInput, Quote } from '../model/payout-draft.ts';
import { Address } from '../parts/CopyLine.tsx';
import type { Destination } from './WithdrawScreen.tsx';
import styles from './withdraw.module.css';

/** What the factors confirm, in full: this amount to this receiver, and nothing else. */
export function Signed({ input, channel, to, quote }: { input: PayoutInput; channel: Channel; to: Destination; quote: Quote }) {
  const t = useT();
  const figure = useFigure();
  const { amount, address, tag, travelRule } = input;
  return (
    <section className={styles.signed} aria-label={t('moneyOut.signed')}>
      <h3>{t('moneyOut.signed')}</h3>
      <Facts
        dense
        facts={[
          { key: 'send', name: t('moneyOut.youSend'), value: figure(amount, channel.asset), strong: true },
          { key: 'get', name: t('moneyOut.theyGet'), value: figure(quote.net, channel.asset) },
          { key: 'to', name: t('moneyOut.to'), value: to.label },
          ...(channel.networkName === null ? [] : [{ key: 'network', name: t('moneyOut.way'), value: channel.networkName }]),
          ...(tag === undefined ? [] : [{ key: 'tag', name: t('moneyIn.tag'), value: String(tag), strong: true }]),
          ...(travelRule
            ? [
                {
                  key: 'owner',
                  name: t('moneyOut.whose'),
                  value: travelRule.owner === 'self' ? t('moneyOut.owner_self') : (travelRule.provider ?? ''),
                },
              ]
            : []),
        ]}
      />
      <code dir="ltr">
        <Address value={address.replaceAll(' ', '')} />
      </code>
      <p>{t('moneyOut.signedText')}</p>
    </section>
  );
}
