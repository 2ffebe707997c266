import { desktop, phone } from '../harness/browser.ts';
import { units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience, press, signedIn, takingPrice } from '../harness/trader.ts';
import { en, say } from '../harness/words.ts';

const symbol = 'BTC/USDT';

/** Somebody hands out their link, a friend comes by it and trades: the inviter sees the friend, masked, and what of the fee is due. The payout is at midnight. */
const friendComes =
  (viewport: { width: number; height: number }) =>
  async ({ origin, open }: RunContext): Promise<void> => {
    const own = await open({ viewport });
    await enterDemo(own, origin);
    await own.page.goto(`${origin}/invite`);
    const { code } = await call(own.page, origin, 'GET system/invite-code/default', {});
    const link = `${origin}/register?demoInvite=${code}`;
    await own.page.getByText(link).waitFor({ timeout: patience });
    await press(own.page.getByRole('link', { name: en.referral.showQr }));
    await own.page.getByRole('img', { name: en.referral.qrName }).waitFor({ timeout: patience });

    const theirs = await open({ viewport });
    await theirs.page.goto(link);
    await press(theirs.page.getByRole('button', { name: en.common.tryDemo }));
    await until('the friend is signed in', () => signedIn(theirs.page));
    const { back } = await call(theirs.page, origin, 'GET pay/rebate-config/member', {});
    equal(back, '5', 'what the friend gets back');
    const price = await takingPrice(theirs.page, origin, symbol);
    const order = { symbol, side: 0, priceType: 2, price, quantity: '0.05' } as const;
    await call(theirs.page, origin, 'POST pay/order-coin/purchase-actual-commodities', order);

    const [rebate] = await until('the rebate is due', async () => {
      const { list } = await call(own.page, origin, 'GET pay/common-rebate/page', {});
      return list.length > 0 && list;
    });
    truthy(rebate !== undefined && units(rebate.amount) > 0n, 'something is due');
    equal([rebate?.status, rebate?.part, rebate?.own], ['due', '15', false], 'the inviter’s part');
    await own.page.goto(`${origin}/invite/inviteFriends`);
    await own.page.getByText(rebate?.friend ?? '', { exact: true }).waitFor({ timeout: patience });
    await own.page.goto(`${origin}/rebate_detail`);
    await own.page.getByText(say(en.referral.ofFriend, { friend: rebate?.friend ?? '' })).waitFor({ timeout: patience });
    noProblems(own, 'of the inviter');
    noProblems(theirs, 'of the friend');
  };

export const invited = friendComes(desktop);
export const invitedOnAPhone = friendComes(phone);
