import {
  Age,
  Amount,
  AreaCurve,
  Avatar,
  Change,
  Chip,
  Fingerprint,
  Price,
  ProgressBar,
  Ring,
  RingLegend,
  Sparkline,
  Total,
  UiProvider,
  useUi,
  Wordmark,
} from '@bourse/ui';
import { useEffect, useState } from 'react';
import styles from './Gallery.module.css';
import { Section } from './Section.tsx';

const parts = [
  { label: 'Cash', share: 52.58 },
  { label: 'Bitcoin', share: 23.26 },
  { label: 'Stocks', share: 13.21 },
  { label: 'Ethereum', share: 8.06 },
  { label: 'Solana', share: 2.89 },
];

const day = [8, 9, 7, 8.2, 7.4, 9.6, 11, 10.1, 12, 12.6, 11, 10.2, 10.6, 9, 8.4, 7.2, 6.4, 8, 8.8, 9.4, 10.4, 10, 12, 13, 12.4, 13.4];

function Ticker() {
  const [price, setPrice] = useState('68412.5');
  useEffect(() => {
    const timer = setInterval(() => setPrice((Math.round((68_400 + Math.random() * 30) * 2) / 2).toFixed(1)), 1_500);
    return () => clearInterval(timer);
  }, []);
  return <Price value={price} decimals={1} />;
}

export function Figures() {
  const settings = useUi();
  return (
    <Section name="Figures">
      <div className={styles.row}>
        <Amount value="15294.80" size="total" decimals={2} unit="USDT" />
      </div>
      <div className={styles.row}>
        <Total large>
          <Amount value="15294.80" size="total" decimals={2} />
        </Total>
      </div>
      <div className={styles.row}>
        <Amount value="186.42" tone="direction" decimals={2} />
        <Amount value="-31.32" tone="direction" decimals={2} />
        <Change value="1.84" />
        <Change value="-0.62" />
        <Change value="0" />
        <Change value="186.42" unit="" mark="both" />
        <Change value="-0.39" mark="sign" />
        <Ticker />
      </div>
      <div className={styles.row}>
        <Total>
          <Amount value="343.71" decimals={2} unit="USDT" fraction="plain" />
        </Total>
        <Amount value="467.89" decimals={2} currency={{ sign: 'RM', position: 1 }} />
        <Amount value="467.89" decimals={2} currency={{ sign: '$', position: 0 }} />
        <UiProvider {...settings} amountsHidden>
          <Amount value="15294.80" decimals={2} />
        </UiProvider>
      </div>
      <div className={styles.row}>
        <Wordmark large />
        <Chip>10× isolated</Chip>
        <Chip tone="up">Long 10×</Chip>
        <Chip tone="down">Short 5×</Chip>
        <Chip tone="ok">Agrees</Chip>
        <Chip tone="warn">Demo</Chip>
        <Chip tone="error">Rejected</Chip>
        <Chip tone="yours">Your order</Chip>
      </div>
      <div className={styles.row}>
        <Avatar name="Aina Rahman" />
        <Avatar name="李娜" size={40} />
        <Avatar name="Broken" src="data:image/png;base64," />
        <Age state="live">0.4 s ago</Age>
        <Age state="late">12 s ago</Age>
        <Age state="lost">Offline</Age>
        <Fingerprint hash="0d995c837e7fa3c6" label="Hash 0d99 5c83" />
        <span>=</span>
        <Fingerprint hash="0d995c837e7fa3c6" label="Hash 0d99 5c83" />
        <Fingerprint hash="f38371f46d190301" />
      </div>
    </Section>
  );
}

export function Pictures() {
  return (
    <Section name="Pictures">
      <div className={styles.row}>
        <Sparkline values={day} />
        <Sparkline values={[...day].reverse()} />
        <Sparkline values={day} tone="accent" width={120} height={32} />
        <Sparkline values={[1, 1, 1]} tone="muted" />
      </div>
      <AreaCurve
        label="Total value since 00:00 UTC, up 1.23 percent"
        points={day.map((value, at) => ({ at, value }))}
        baseline={8}
        read={(point) => point.value.toFixed(2)}
      />
      <div className={styles.row}>
        <Ring parts={parts} label="Five kinds, cash 52.58 percent">
          <b>5</b>
          <br />
          kinds
        </Ring>
        <RingLegend parts={parts} value={(part) => `${part.share.toFixed(2)}%`} />
      </div>
      <ProgressBar label="Verifying 48,213 lines" share={0.62} text="62%" />
      <ProgressBar label="Asking again" />
    </Section>
  );
}
