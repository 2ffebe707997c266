import { formatAmount, formatRatio, trimZeros } from '@bourse/money';
import { Amount, hiddenAmount, Total, useUi } from '@bourse/ui';
import { useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import type { Recomputed } from './fill.ts';
import { Fact, HashStep, Paper, Rule, StepBox, Sum } from './Paper.tsx';
import type { Receipt } from './useReceipt.ts';

/** One side of a spot trade: inputs, rule, arithmetic and hash, recomputed in this browser. */
export function FillPaper({ done, receipt }: { done: Recomputed; receipt: Receipt }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const { facts, steps: verdicts } = done;
  const figure = (text: string, decimals?: number) => (amountsHidden ? hiddenAmount : formatAmount(text, { locale, decimals }));
  /** Splits a line of arithmetic into its figures, so that each is grouped and hidden like any other. */
  const figures = (text: string) => text.replace(/[0-9]+(?:\.[0-9]+)?/g, (number) => figure(number));
  const received = done.receivedCode;
  const rate = formatRatio(done.feeRate, { locale, decimals: 3 });
  const digits = facts.side === 'buy' ? facts.baseScale : facts.quoteScale;
  return (
    <Paper
      about={t('trade.receiptOf', { side: facts.side, symbol: facts.symbol })}
      figure={<Amount value={done.net} sign="always" size="total" />}
      unit={received}
      when={`${t('trade.receiptLine', { time: formatTime(facts.time, 'full', zone), id: String(facts.fill) })} · ${t('trade.ledgerLine', { id: `${facts.seq}` })}`}
      verdicts={verdicts}
      receipt={receipt}
      hash={done.hash}
      demo={facts.venue === 'demo'}
    >
      <StepBox name="inputs" verdicts={verdicts} note={t('trade.factsCount', { count: 4 })}>
        <Fact
          name={t('trade.quantity')}
          value={`${figure(done.quantity)} ${facts.baseCode}`}
          why={amountsHidden ? undefined : t('trade.inputLots', { count: facts.lots, lot: figure(lotOf(facts)) })}
        />
        <Fact name={t('trade.price')} value={`${formatAmount(done.price, { locale })} ${facts.quoteCode}`} why={t('trade.inputPrice')} />
        <Fact name={t('trade.inputRate')} value={rate} why={t(facts.role === 'taker' ? 'trade.inputTaker' : 'trade.inputMaker')} />
        <Fact
          name={t('trade.order')}
          value={`${facts.order}`}
          why={t(facts.side === 'buy' ? 'trade.inputBuy' : 'trade.inputSell', { asset: received })}
        />
      </StepBox>
      <StepBox name="rule" verdicts={verdicts} note={t('trade.ruleName', { name: 'S-1', version: facts.version })}>
        <Rule>{t('trade.ruleAmount')}</Rule>
        <Rule>{t('trade.ruleFee', { digits })}</Rule>
        <Rule>{t('trade.ruleNet')}</Rule>
      </StepBox>
      <StepBox name="arithmetic" verdicts={verdicts} note={t('trade.yourNumbers')}>
        {done.lines.map((line) => (
          <Sum
            key={line.left}
            left={figures(line.left)}
            result={
              line.total ? (
                <Total>
                  {figure(line.result)} {received}
                </Total>
              ) : (
                figure(line.result)
              )
            }
            agrees={line.agrees}
            stated={figure(line.stated)}
            note={line.note && t(line.note === 'rounded' ? 'trade.roundedUp' : 'trade.unrounded')}
          />
        ))}
      </StepBox>
      <HashStep verdicts={verdicts} hash={done.hash} stated={done.statedHash} chain={receipt.chain} />
    </Paper>
  );
}

const lotOf = (facts: Recomputed['facts']): string => {
  const units = facts.lotUnits.padStart(facts.baseScale + 1, '0');
  return facts.baseScale === 0 ? units : trimZeros(`${units.slice(0, -facts.baseScale)}.${units.slice(-facts.baseScale)}`);
};
