import type { Channel } from '@bourse/protocol';
import { RechargeChannel } from '@bourse/protocol/enums';
import { buttonClass, Chip, EmptyState, type Fact, Facts, IconPerson } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue } from '../../../data/index.ts';
import { activeLocale, useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { useDuration } from '../model/durations.ts';
import { feeIn } from '../model/fee.ts';
import { useFigure } from '../model/figure.ts';
import { useOwnRead } from '../model/own-read.ts';
import { wayName } from '../model/way-name.ts';
import { Columns } from '../parts/Columns.tsx';
import { Identified } from '../parts/Gate.tsx';
import styles from './deposit.module.css';
import { reviewFrom } from './ways.ts';

const byPeople: readonly Channel['channel'][] = [
  RechargeChannel.background,
  RechargeChannel.c2cService,
  RechargeChannel.commonService,
  RechargeChannel.temporaryService,
];

/** People who take a payment: when, in which languages, how much, how fast. */
export function BusinessRechargeScreen() {
  const t = useT();
  return <Ways title={t('moneyIn.desksTitle')} kinds={byPeople} none={t('moneyIn.noDesks')} noneText={t('moneyIn.noDesksText')} />;
}

/** Others who take a payment on a page of theirs. What they keep, and how long the money then stays, is said before anything else. */
export function ThirdPartyRechargeScreen() {
  const t = useT();
  return (
    <Ways
      title={t('moneyIn.providersTitle')}
      kinds={[RechargeChannel.thirdParty]}
      none={t('moneyIn.noProviders')}
      noneText={t('moneyIn.noProvidersText')}
    />
  );
}

function Ways({ title, kinds, none, noneText }: { title: string; kinds: readonly Channel['channel'][]; none: string; noneText: string }) {
  return (
    <Columns title={title}>
      <Identified>
        <Listed kinds={kinds} none={none} noneText={noneText} />
      </Identified>
    </Columns>
  );
}

function Listed({ kinds, none, noneText }: { kinds: readonly Channel['channel'][]; none: string; noneText: string }) {
  const t = useT();
  const remote = useOwnRead('GET pay/recharge-channel/list', {});
  const ways = lastValue(remote)?.filter((one) => one.in !== null && kinds.includes(one.channel));
  if (!ways) return <Unread remote={remote} rows={3} height={140} />;
  if (ways.length === 0)
    return (
      <EmptyState
        icon={<IconPerson size={28} strokeWidth={1.5} aria-hidden />}
        title={none}
        action={
          <Link to="/funds/topUp" className={buttonClass()}>
            {t('moneyIn.otherWays')}
          </Link>
        }
      >
        {noneText}
      </EmptyState>
    );
  return ways.map((way) => <Desk key={way.id} of={way} />);
}

function Desk({ of }: { of: Channel }) {
  const t = useT();
  const figure = useFigure();
  const duration = useDuration();
  const { in: rules, desk } = of;
  if (!rules) return null;
  const name = wayName(t, of);
  const facts: Fact[] = [
    { name: t('journey.fee'), value: feeIn(t, rules.feePpm) },
    ...(rules.holdSeconds > 0 ? [{ name: t('moneyIn.hold'), value: duration(rules.holdSeconds), why: t('moneyIn.holdWhy') }] : []),
    { name: t('moneyIn.min'), value: figure(rules.min, of.asset) },
    { name: t('moneyIn.reviewAbove'), value: reviewFrom(t, figure, rules.reviewAbove, of.asset) },
    { name: t('moneyIn.usualTime'), value: rules.typicalSeconds === null ? t('moneyIn.notKnown') : duration(rules.typicalSeconds) },
    ...(desk
      ? [
          { name: t('moneyIn.languages'), value: new Intl.ListFormat(activeLocale()).format(desk.languages.map(languageName)) },
          {
            name: t('moneyIn.hours'),
            value: t('moneyIn.hoursOf', { opens: desk.opens, closes: desk.closes, zone: desk.timeZone.replaceAll('_', ' ') }),
          },
        ]
      : []),
  ];
  const open = of.openIn && (desk?.isOpen ?? true);
  return (
    <section className={styles.desk} aria-labelledby={`way-${of.id}`}>
      <div className={styles.deskHead}>
        <h2 id={`way-${of.id}`}>{t('moneyIn.wayInto', { name, pays: of.pays, asset: of.asset })}</h2>
        <Chip tone={open ? 'ok' : 'plain'}>{t(open ? 'moneyIn.open' : 'journey.closed')}</Chip>
      </div>
      <Facts facts={facts} />
      {of.openIn ? (
        of.channel === RechargeChannel.c2cService ? (
          <Link to="/c2c/buy" search={{ channel: String(of.id) }} className={buttonClass({ wide: true })}>
            {t('moneyIn.start', { name })}
          </Link>
        ) : (
          <Link to="/funds/topUp" search={{ asset: of.asset, channel: String(of.id) }} className={buttonClass({ wide: true })}>
            {t('moneyIn.start', { name })}
          </Link>
        )
      ) : (
        <p className={styles.note}>{t('moneyIn.closedText')}</p>
      )}
      {of.openIn && !open && <p className={styles.note}>{t('moneyIn.deskAway')}</p>}
    </section>
  );
}

const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames(activeLocale(), { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};
