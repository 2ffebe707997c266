import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../data/commands/use-command.ts';
import { session } from '../../data/index.ts';
import { answerDetail, buyCall, config, matchCall, openLevels, plusCall } from '../../testing/membership.tsx';
import { server } from '../../testing/server.ts';
import { today } from '../../testing/setup.ts';
import { pass, show } from '../../testing/show.tsx';
import { connect } from '../../testing/swaps.tsx';
import { LevelsScreen } from './LevelsScreen.tsx';
import { MyLevelScreen } from './MyLevelScreen.tsx';
import { PlusScreen } from './PlusScreen.tsx';
import { UpgradeScreen } from './UpgradeScreen.tsx';

beforeEach(openLevels);
afterEach(() => connect(true));
const open = async (element: Parameters<typeof show>[0]) => {
  const shown = await show(element);
  await pass(100);
  const button = (name: string | RegExp) => shown.page.getByRole<HTMLButtonElement>('button', { name });
  const agree = async (name: string) => {
    const dialog = shown.page.getByRole('alertdialog');
    await shown.person.click([...dialog.querySelectorAll('button')].find((one) => one.textContent === name)!);
    await pass(100);
  };
  return { ...shown, button, agree };
};
const failing = (name: Parameters<typeof server.on>[0]) =>
  server.on(name, () => {
    throw new CallError(1, 400, 'Not now.');
  });

describe('the levels', () => {
  it('stand with volume, price and fees, and what they save at the customer’s own volume', async () => {
    const { page, press, text } = await open(<LevelsScreen />);
    const list = page.getByRole('region', { name: 'All levels' });
    for (const part of ['From 50,000 USDT', '20 USDT for 30 days', 'Taker 0.09%, maker 0.07%', 'Saves 2.05 USDT at your volume'])
      expect(list.textContent).toContain(part);
    expect(text()).toContain('VIP 1 by volume: 29,000 USDT more');
    await press('Contracts', 'radio');
    expect(list.textContent).toContain('Saves nothing at your volume');
    expect(page.queryByRole('radio', { name: 'Stocks' })).toBeNull();
  });

  it('are shown to visitors, who are asked in', async () => {
    session.logout({ go: false });
    const { page, text } = await open(<LevelsScreen />);
    expect(text()).toContain('VIP 2');
    expect(text()).not.toContain('at your volume');
    expect(page.getByRole('button', { name: 'Try the demo' })).toBeTruthy();
    expect(server.sent('GET pay/vip-purchase/detail')).toEqual([]);
  });

  it('say when there are none, and when they cannot be read', async () => {
    failing('GET pay/vip-config/list');
    const { text, press } = await open(<LevelsScreen />);
    expect(text()).toContain('Not now.');
    server.on('GET pay/vip-config/list', config({ version: 0, levels: [] }));
    await press('Try again');
    await pass(10);
    expect(text()).toContain('There are no levels here');
  });
});

describe('one’s own level', () => {
  it('has a bar for each day, says what drops out tomorrow and what counts from tomorrow', async () => {
    const { page, text } = await open(<MyLevelScreen />);
    const bars = page.getByRole('region', { name: 'Volume of each day' }).querySelectorAll('li');
    expect(bars).toHaveLength(31);
    expect(bars[0]?.textContent).toContain('1,000 USDT');
    expect(bars[30]?.textContent).toContain('500 USDT');
    expect(text()).toContain('1,000 USDT');
    expect(text()).toContain('Drops out tomorrow');
    expect(text()).toContain('Today so far: 500 USDT');
    expect(text()).toContain('Tomorrow your level by volume stays Standard.');
    expect(text()).toContain('Nothing yet');
  });

  it.each([
    [{ level: 1, volume: '50500.000000' }, 'Tomorrow your volume brings VIP 1.'],
    [{ level: 0, volume: '49000.5' }, 'Tomorrow your volume brings Standard. Trade 1,000 USDT more today to keep your level.'],
  ])('says what tomorrow brings: %o', async (tomorrow, told) => {
    answerDetail({ volumeLevel: tomorrow.level === 0 ? 1 : 0, tomorrow: { ...tomorrow, dropsOut: '1500.000000' } });
    expect((await open(<MyLevelScreen />)).text()).toContain(told);
  });

  it('leads from a purchase to its receipt', async () => {
    answerDetail({
      history: [
        {
          ...{ time: today, what: 'bought', level: 1, amount: '20.000000', asset: 'USDT', until: today + 86_400_000 },
          receipt: { kind: 'levelBought', seq: '9', index: 1 },
        },
        { time: today, what: 'plusRefused', level: 0, amount: '500.000000', asset: 'USDT', until: null, receipt: null },
      ],
    });
    const { page, text } = await open(<MyLevelScreen />);
    expect(text()).toContain('VIP 1 bought');
    expect(text()).toContain('PLUS not approved');
    expect(page.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/receipt'))).toHaveLength(1);
  });

  it('says when it cannot be read, and asks visitors in', async () => {
    failing('GET pay/vip-purchase/detail');
    expect((await open(<MyLevelScreen />)).text()).toContain('Not now.');
    session.logout({ go: false });
    expect((await open(<MyLevelScreen />)).text()).toContain('Sign in to see your level');
  });
});

describe('buying a level', () => {
  it('says that it does not pay and from when it does, asks once, and is sent once', async () => {
    const { press, text, agree } = await open(<UpgradeScreen />);
    expect(text()).toContain('At your volume it saves 2.05 USDT and costs 20 USDT: it does not pay. It pays from 200,000 USDT in 30 days.');
    expect(text()).toContain('600 USDT available');
    await press('Buy for 20 USDT');
    answerDetail({ level: 1, source: 'bought', bought: { level: 1, until: today + 30 * 86_400_000, credit: '20.000000' } });
    await agree('Buy for 20 USDT');
    expect(server.sent(buyCall).map(({ input }) => input)).toEqual([{ wallet: 1, level: 1, version: 3 }]);
    expect(text()).toContain('Bought');
    expect(text()).toContain('VIP 1 is yours until');
  });

  it('says when it pays', async () => {
    answerDetail({ tomorrow: { level: 1, volume: '200000.000000', dropsOut: '0.000000' } });
    const { text } = await open(<UpgradeScreen />);
    expect(text()).toContain('it saves 20 USDT and costs 20 USDT: it pays.');
    expect(text()).toContain('Your volume brings this level tomorrow, without a purchase.');
  });

  it('credits the rest of a lower level, and adds to the same one', async () => {
    answerDetail({ level: 1, source: 'bought', bought: { level: 1, until: today, credit: '12.500000' } });
    const { press, text, button } = await open(<UpgradeScreen />);
    expect(text()).toContain('Your VIP 1 goes on until');
    await press('VIP 2', 'radio');
    expect(text()).toContain('Rest of VIP 1');
    expect(button('Buy for 77.5 USDT').disabled).toBe(false);
  });

  it('is not sent without the money, and says why it was refused', async () => {
    const { press, text, button, agree } = await open(<UpgradeScreen />);
    await press('Wealth wallet', 'radio');
    expect(text()).toContain('You have 10 USDT in this wallet; 20 are needed.');
    expect(button('Buy for 20 USDT').disabled).toBe(true);
    await press('Coin wallet', 'radio');
    server.on(buyCall, () => {
      throw new CallError(3302, 409, 'These terms have changed.');
    });
    await press('Buy for 20 USDT');
    await agree('Buy for 20 USDT');
    expect(text()).toContain('These terms have changed.');
  });

  it('whose answer is lost asks what became of it, and sends nothing else', async () => {
    const { press, text, agree, page } = await open(<UpgradeScreen />);
    server.on(buyCall, () => {
      throw new CallError(0, 0, '');
    });
    await press('Buy for 20 USDT');
    await agree('Buy for 20 USDT');
    expect(text()).toContain('It is never sent twice.');
    expect(page.queryByRole('button', { name: 'Buy for 20 USDT' })).toBeNull();
    commands().forget('vip-buy');
  });

  it('says when nothing is above one’s level', async () => {
    answerDetail({ level: 2, source: 'given', given: { level: 2, until: today } });
    expect((await open(<UpgradeScreen />)).text()).toContain('Nothing to buy above your level');
  });
});

describe('a level from elsewhere', () => {
  it('needs a text and a picture', async () => {
    const { press, text } = await open(<UpgradeScreen />);
    await press('Ask for it');
    expect(text()).toContain('Write 10 to 500 characters.');
    expect(text()).toContain('Add at least one picture that shows it.');
    expect(server.sent(matchCall)).toEqual([]);
  });

  const one = { id: '4', level: 2, remark: null, createdAt: today, decidedAt: null } as const;
  it('waits once', async () => {
    answerDetail({ applications: [{ ...one, status: 2 }] });
    const { text, page } = await open(<UpgradeScreen />);
    expect(text()).toContain('Under review: VIP 2');
    expect(page.queryByRole('button', { name: 'Ask for it' })).toBeNull();
  });

  it('that was not given says why, and can be asked for again', async () => {
    answerDetail({ applications: [{ ...one, status: -1, remark: 'The picture shows another level.' }] });
    const { text, button } = await open(<UpgradeScreen />);
    expect(text()).toContain('Not approved: VIP 2 The picture shows another level.');
    expect(button('Ask for it').disabled).toBe(false);
  });
});

describe('PLUS', () => {
  it('says what it is and costs, asks once, and freezes its price', async () => {
    const { press, text, agree } = await open(<PlusScreen />);
    expect(text()).toContain('PLUS gives you at least VIP 2');
    await press('Freeze 500 USDT and ask');
    answerDetail({ plus: { state: 'waits', frozen: '500.000000' } });
    await agree('Ask for PLUS');
    expect(server.sent(plusCall).map(({ input }) => input)).toEqual([{ wallet: 1, version: 3 }]);
    expect(text()).toContain('500 USDT are frozen.');
  });

  it('that is held says so', async () => {
    answerDetail({ level: 2, source: 'plus', plus: { state: 'holds', frozen: '0.000000' } });
    expect((await open(<PlusScreen />)).text()).toContain('You trade with VIP 2 at least.');
  });

  it('that is not offered says so', async () => {
    server.on('GET pay/vip-config/list', config({ plus: { level: 0, price: null } }));
    expect((await open(<PlusScreen />)).text()).toContain('PLUS is not offered here');
  });

  it('asks visitors in', async () => {
    session.logout({ go: false });
    expect((await open(<PlusScreen />)).page.getByRole('button', { name: 'Try the demo' })).toBeTruthy();
  });
});
