import { formatAmount, formatPrice, trimZeros } from '@bourse/money';
import { Amount, hiddenAmount, Total, useUi } from '@bourse/ui';
import { useInstrument, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { tMaybe, useT } from '../../i18n/index.ts';
import { neat } from '../funds/model/figures.ts';
import { Fact, HashStep, MoreRules, Paper, Rule, StepBox, Sum } from './Paper.tsx';
import type { Figure, Line, Settled } from './settlement.ts';
import { headlineOf, type Input, inputsOf, type Why } from './settlement-facts.ts';
import { decimalsOf, unitsOf } from './units.ts';
import type { Receipt } from './useReceipt.ts';

const rulesAtOnce = 3;

/** The receipt of any settlement: inputs, rule, arithmetic and hash, recomputed in this browser. */
export function SettlementPaper({ done, receipt }: { done: Settled; receipt: Receipt }) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const { facts, kind, view, verdicts } = done;
  const symbol = String(facts['symbol'] ?? '');
  const units = unitsOf(facts, useInstrument(symbol)?.tick);
  const write = useWriter(facts);
  const inputs = inputsOf(kind, facts, units, view);
  const headline = headlineOf(kind, facts, units, view);
  /** The words of the receipt: its room's own, or those of all receipts. */
  const words = (name: string) => tMaybe(view ? `${view.words}.receipt.${name}` : `receipt.${name}`);
  const what = words(view ? 'kind' : `kind_${nameOf(done)}`) ?? kind;
  const unit = String((headline.as === 'quantity' ? facts['baseCode'] : facts['assetCode']) ?? '');
  const time = typeof facts['time'] === 'number' ? formatTime(facts['time'], 'full', zone) : '';
  const last = totals.flatMap((name) => done.lines.filter((line) => line.name === name))[0];
  return (
    <Paper
      about={symbol === '' ? what : t('receipt.title', { what, symbol })}
      figure={
        headline.as === 'price' ? (
          formatPrice(headline.text, locale)
        ) : (
          <Amount value={headline.text} decimals={neat(headline.text)} sign={headline.signed ? 'always' : 'auto'} size="total" />
        )
      }
      unit={unit}
      when={`${time} · ${t('receipt.event', { seq: String(facts['seq'] ?? ''), index: String(facts['index'] ?? '') })}`}
      verdicts={verdicts}
      receipt={receipt}
      hash={done.hash}
      demo={facts['venue'] === 'demo'}
    >
      <StepBox name="inputs" verdicts={verdicts} note={t('trade.factsCount', { count: inputs.length })}>
        {inputs.map((input) => (
          <Fact
            key={input.name}
            name={tMaybe(input.label) ?? input.name}
            value={write.input(input)}
            why={input.why && write.why(input.why)}
          />
        ))}
      </StepBox>
      <StepBox
        name="rule"
        verdicts={verdicts}
        note={t('receipt.rules', { count: done.rules.length, version: String(facts['version'] ?? '') })}
      >
        {done.rules.slice(0, rulesAtOnce).map((name) => (
          <Rule key={name}>{words(`rule_${name}`) ?? name}</Rule>
        ))}
        {done.rules.length > rulesAtOnce && (
          <MoreRules count={done.rules.length - rulesAtOnce}>
            {done.rules.slice(rulesAtOnce).map((name) => (
              <Rule key={name}>{words(`rule_${name}`) ?? name}</Rule>
            ))}
          </MoreRules>
        )}
      </StepBox>
      <StepBox name="arithmetic" verdicts={verdicts} note={t('trade.yourNumbers')}>
        {done.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <ArithmeticLine key={at} name={words(`line_${line.name}`) ?? line.name} line={line} write={write} total={line === last} />
        ))}
      </StepBox>
      <HashStep verdicts={verdicts} hash={done.hash} stated={done.statedHash} chain={receipt.chain} />
    </Paper>
  );
}

/** Lines that are sums, the most important first. The first that a receipt has gets the double rule. */
const totals: readonly Line['name'][] = ['paidOut', 'marginAfter', 'fundingOwed', 'returned', 'charge', 'dividend'];

/** The kind of a document, named more finely than its `kind`. */
function nameOf({ kind, facts }: Settled) {
  const long = facts['direction'] !== 'short';
  if (kind === 'positionFill') {
    if (facts['role'] === 'liquidation') return 'liquidationFill';
    if (facts['role'] === 'deleverage') return 'deleverageFill';
    if (facts['action'] === 'close') return long ? 'closedLong' : 'closedShort';
    return long ? 'openedLong' : 'openedShort';
  }
  if (kind === 'fundingPayment') return String(facts['amount'] ?? '').startsWith('-') ? 'fundingPaid' : 'fundingReceived';
  if (kind === 'corporateAction') return facts['action'] === 'split' ? 'split' : 'dividend';
  return kind;
}

type Writer = ReturnType<typeof useWriter>;
function useWriter(facts: Settled['facts']) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const amount = (text: string) => (amountsHidden ? hiddenAmount : formatAmount(text, { locale, decimals: neat(text) }));
  /** Keeps the digits the figure has. */
  const plain = (text: string) => formatAmount(text, { locale, decimals: decimalsOf(text) });
  const asset = String(facts['assetCode'] ?? '');
  const base = String(facts['baseCode'] ?? '');
  const figure = (value: Figure): string => {
    if (value.as === 'holds') return t(value.holds ? 'receipt.holds' : 'receipt.holdsNot');
    if (value.as === 'word') return tMaybe(`receipt.word_${value.text}`) ?? value.text;
    if (value.as === 'percent') return `${plain(value.text)}%`;
    if (value.as === 'price') return plain(value.text);
    return value.as === 'quantity' && !amountsHidden ? formatAmount(trimZeros(value.text), { locale }) : amount(value.text);
  };
  return {
    figure,
    /** Splits a line into its figures, so that each is grouped and hidden like any other. */
    figures: (text: string) =>
      text.replace(/-?[0-9]+(?:\.[0-9]+)?/g, (number) => (decimalsOf(number) > 2 || amountsHidden ? amount(number) : plain(number))),
    input: ({ as, text }: Input): string => {
      if (as === 'plain') return text;
      if (as === 'time') return formatTime(Number(text), 'full', zone);
      const shown = figure({ as, text });
      return as === 'money' || as === 'price' ? `${shown} ${asset}`.trim() : as === 'quantity' ? `${shown} ${base}`.trim() : shown;
    },
    why: (why: Why): string | undefined => {
      switch (why.key) {
        case 'lots':
          // A number of lots is a quantity.
          return amountsHidden ? undefined : t('receipt.why_lots', { count: why.count });
        case 'samples':
          return t('receipt.why_samples', { count: why.count });
        case 'at':
          return t('receipt.why_at', { time: formatTime(why.time, 'full', zone) });
        case 'order':
        case 'position':
        case 'round':
        case 'liquidationNo':
        case 'session':
          return t(`receipt.why_${why.key}`, { id: why.id });
        default:
          return t(`receipt.why_${why.key}`);
      }
    },
  };
}

function ArithmeticLine({ name, line, write, total }: { name: string; line: Line; write: Writer; total: boolean }) {
  const result = write.figure(line.result);
  return (
    <Sum
      left={name}
      result={total ? <Total>{result}</Total> : result}
      agrees={line.agrees}
      stated={write.figure(line.stated)}
      note={line.left === undefined || line.left === '' ? undefined : <span dir="ltr">{write.figures(line.left)}</span>}
    />
  );
}
