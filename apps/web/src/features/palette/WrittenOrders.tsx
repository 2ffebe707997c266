import { amountProblemText, SkeletonRows, useUi } from '@bourse/ui';
import { type RefObject, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lastValue, useBalances, useInstruments, useLookAt, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { contractSlips, stockSlips } from '../trade/leverage/draft.ts';
import { useOpenPositions } from '../trade/positions/positions.ts';
import { coinSlips } from '../trade/spot/drafts.ts';
import { TicketPanel } from '../trade/ticket/TicketPanel.tsx';
import { CancelSlip } from './CancelSlip.tsx';
import styles from './Palette.module.css';
import { keywords, type Lexicon, parse } from './parse.ts';
import { type Meaning, meaningsOf, nameAmong, type SlipDraft } from './resolve.ts';
import { type OrderRow, rowsOf, termsText } from './rows.ts';

type Props = {
  query: string;
  /** The row that is selected; the others have no slip. */
  chosen: OrderRow | undefined;
  onRows: (rows: readonly OrderRow[]) => void;
  /** The slip's form: its button sends. */
  form: RefObject<HTMLFormElement | null>;
};

const none: readonly OrderRow[] = [];

/** Understands an order that was typed into the palette, and shows the slip of the selected row: its cost, and the button that sends it. */
export function WrittenOrders({ query, chosen, onRows, form }: Props) {
  const t = useT();
  const { locale, labels } = useUi();
  const instruments = lastValue(useInstruments());
  const contracts = useOpenPositions(2);
  const shares = useOpenPositions(3);
  const balances = lastValue(useBalances());
  const lexicon = useMemo(
    () =>
      Object.fromEntries(
        keywords.map((word) => [
          word,
          t(`palette.word_${word}`)
            .toLowerCase()
            .split(/[\s、]+/),
        ]),
      ) as unknown as Lexicon,
    [t],
  );
  const rows = useMemo((): readonly OrderRow[] => {
    const written = instruments && parse(query, lexicon, nameAmong(instruments), locale);
    if (!instruments || !written) return none;
    const world = {
      instruments,
      positions: [...contracts, ...shares],
      held: (asset: string) => balances?.find((each) => each.asset === asset && each.wallet === 1)?.available ?? null,
      locale,
    };
    const problemText = ({ problem, choices, rules }: Extract<Meaning, { is: 'ask' }>) =>
      amountProblemText(labels, problem, choices, rules);
    return meaningsOf(written, world).flatMap((meaning) => rowsOf(meaning, { t, locale, problemText }));
  }, [query, lexicon, instruments, contracts, shares, balances, locale, labels, t]);
  const told = useRef('');
  useLayoutEffect(() => {
    // The market ticks; rows that say the same are the same.
    const now = JSON.stringify(rows);
    if (now !== told.current) onRows(rows);
    told.current = now;
  });
  useLayoutEffect(
    () => () => {
      told.current = '';
      onRows(none);
    },
    [onRows],
  );
  if (chosen?.does !== 'slip') return null;
  const { meaning } = chosen;
  return (
    <section className={styles.slip} aria-label={chosen.title}>
      {meaning.is === 'cancel' ? (
        <CancelSlip instruments={meaning.instruments} form={form} />
      ) : (
        <Slip key={chosen.key} {...{ meaning, form }} />
      )}
    </section>
  );
}

/** Writes the order into the ticket without fields. */
function write(symbol: string, slip: SlipDraft): void {
  if (slip.kind === 'coin') coinSlips.set(symbol, slip.draft);
  else (slip.kind === 'contract' ? contractSlips : stockSlips).set(symbol, slip.draft);
}

function Slip({ meaning: { instrument, slip }, form }: { meaning: Extract<Meaning, { is: 'order' }>; form: Props['form'] }) {
  const t = useT();
  const signedIn = useSignedIn();
  // The ticket is closed without a fresh price.
  useLookAt(useMemo(() => [instrument.symbol], [instrument.symbol]));
  const [written, setWritten] = useState(false);
  // Before the ticket is there, and once: what was sent is cleared, and is not written again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order's row has a key of its own
  useLayoutEffect(() => {
    write(instrument.symbol, slip);
    setWritten(true);
  }, []);
  const terms = termsText(t, slip);
  return (
    <>
      <p className={styles.slipHead}>
        <strong>{instrument.symbol}</strong>
        <span>{instrument.name}</span>
        {terms !== '' && <span dir="ltr">{terms}</span>}
        <FeedChip feed={instrument.source.feed} />
      </p>
      {!signedIn && <p className={styles.slipHead}>{t('palette.signIn')}</p>}
      <Suspense fallback={<SkeletonRows rows={3} />}>{written && <TicketPanel instrument={instrument} dense form={form} slip />}</Suspense>
    </>
  );
}
