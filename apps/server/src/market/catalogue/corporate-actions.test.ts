import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { commandOf, dividendText } from './corporate-actions.ts';
import { shipped } from './declared.ts';

const folder = process.env['BOURSE_CORPORATE_ACTIONS'];
const file = folder ? join(folder, 'aapl-factors.csv') : '';
const present = file !== '' && existsSync(file);
if (!present)
  console.log(
    'corporate actions: skipped the comparison with Apple’s factors: BOURSE_CORPORATE_ACTIONS names no folder with aapl-factors.csv',
  );

const { announcements } = shipped;

describe('announcements', () => {
  it('name listed stocks, each once, and make commands with references of their own', () => {
    const catalogue = createCatalogue();
    const commands = announcements.map((one) => {
      const { id, quote } = catalogue.instrumentBySymbol(one.symbol)!;
      return commandOf(one, id, quote, '');
    });
    expect(new Set(commands.map(({ reference }) => reference)).size).toBe(commands.length);
    for (const { reference } of commands) expect(reference.length).toBeLessThanOrEqual(64);
    expect(commands.find(({ reference }) => reference === 'AAPL:split:2014-06-09')).toMatchObject({
      numerator: 7,
      denominator: 1,
      amount: 0,
    });
    expect(commands.find(({ reference }) => reference === 'AAPL:dividend:2014-08-07')).toMatchObject({
      action: 'dividend',
      amount: 47,
      denominator: 1,
    });
    expect(commands.find(({ reference }) => reference === 'AAPL:dividend:2020-11-06')).toMatchObject({
      amount: 41,
      numerator: 1,
      denominator: 2,
    });
  });

  it('say an amount a share as it was announced', () => {
    const { id, quote } = createCatalogue().instrumentBySymbol('AAPL')!;
    for (const one of announcements)
      if (one.dividend !== undefined) expect(dividendText(commandOf(one, id, quote, ''), quote)).toBe(one.dividend);
    expect(dividendText({ amount: 1, denominator: 16 }, quote)).toBe('0.000625');
    expect(dividendText({ amount: 1, denominator: 3 }, quote)).toBe('0.003333');
  });

  it.skipIf(!present)('agree with the factors that Apple’s prices are adjusted by', () => {
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .map(([day = '', price = '', split = '', close = '']) => ({ day, price: Number(price), split: Number(split), close: Number(close) }));
    const wrong: string[] = [];
    for (let index = 1; index < rows.length - 1; index += 1) {
      const [row, next] = [rows[index]!, rows[index + 1]!];
      const last = `${row.day.slice(0, 4)}-${row.day.slice(4, 6)}-${row.day.slice(6)}`;
      const ratio = Math.round(next.split / row.split);
      const dividend = row.close * (1 - row.price / next.price);
      const due = announcements.filter(({ exDate }) => exDate > last && Date.parse(exDate) - Date.parse(last) < 5 * 86_400_000);
      if (ratio > 1 && !due.some(({ split }) => split?.[0] === ratio)) wrong.push(`${last}: split ${ratio}`);
      if (dividend > 0.05 && !due.some((one) => one.dividend !== undefined && Math.abs(Number(one.dividend) - dividend) < 0.02))
        wrong.push(`${last}: dividend ${dividend.toFixed(3)}`);
    }
    expect(wrong).toEqual([]);
  });
});
