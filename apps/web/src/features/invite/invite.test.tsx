import type { InviteCode, RebateRow } from '@bourse/protocol';
import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMarket } from '../../testing/market.ts';
import { pageOf } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { CodesScreen } from './CodesScreen.tsx';
import { FriendsScreen } from './FriendsScreen.tsx';
import { InviteScreen } from './InviteScreen.tsx';
import { QrScreen } from './QrScreen.tsx';
import { RankingScreen } from './RankingScreen.tsx';
import { RebatesScreen } from './RebatesScreen.tsx';

const at = Date.UTC(2026, 2, 2);
const code: InviteCode = { code: 'ABCDEFGH', friendPart: '5', ownPart: '15', note: 'Club', isDefault: true, friends: 2, createdAt: at };
const own: RebateRow = {
  ...{ day: at, friend: '***007', own: false, wallet: 1, asset: 'ETH', fees: '0.00050000', part: '15', amount: '0.00007500' },
  ...{ status: 'paid', receipt: { kind: 'rebateDay', seq: '9', index: 2 } },
};
const due: RebateRow = { ...own, friend: '', own: true, part: '5', amount: '0.00002500', status: 'due', receipt: null };

beforeEach(() => {
  openMarket();
  server.on('GET system/invite-code/default', code);
  server.on('GET system/invite-code/page', { ...pageOf([code]), pageSize: 100 });
  server.on('GET pay/rebate-config/all', { total: '20', most: '50', codes: 20, rankingDays: 30 });
  server.on('GET pay/common-rebate/reward', { list: [{ asset: 'ETH', total: '0.5', recent: '0.5', due: '0.1' }], worth: '1500' });
  server.on('GET pay/common-rebate/invitees-statistics', { friends: 7, today: 1, recent: 3, trading: 2 });
});
const open = async (element: Parameters<typeof show>[0]) => {
  const shown = await show(element);
  await pass(100);
  return shown;
};

describe('an invitation', () => {
  it('says what both get, with code, link and totals', async () => {
    const { text } = await open(<InviteScreen />);
    expect(text()).toContain('You get 15% of your friends’ trading fees. They get 5% of theirs back.');
    expect(text()).toContain('ABCDEFGH');
    expect(text()).toMatch(/\/register\?(inviteCode|demoInvite)=ABCDEFGH/);
    expect(text()).toContain('0.5 ETH paid, 0.1 due at 00:00 UTC');
  });

  it('is drawn for a camera', async () => {
    const { page } = await open(<QrScreen />);
    expect(page.getByRole('img', { name: 'QR code of your invitation link' })).toBeTruthy();
  });

  it('says when it cannot be read', async () => {
    server.on('GET system/invite-code/default', () => {
      throw new CallError(9001, 503, 'Not available now.');
    });
    const { text } = await open(<InviteScreen />);
    await pass(30_000);
    expect(text()).toContain('Not available now.');
  });
});

describe('lists of an inviter', () => {
  it('name friends by what is not masked, or teach', async () => {
    server.on(
      'GET system/invite-code/friends',
      pageOf([{ friend: '***007', joinedAt: at, code: 'ABCDEFGH', friendPart: '5', ownPart: '15' }]),
    );
    expect((await open(<FriendsScreen />)).text()).toContain('You 15%, they 5%');
  });

  it('teach when they are empty', async () => {
    server.on('GET system/invite-code/friends', pageOf([]));
    expect((await open(<FriendsScreen />)).text()).toContain('No friends yet');
  });

  it('lead from a paid rebate to its receipt, and say what is due', async () => {
    server.on('GET pay/common-rebate/page', pageOf([due, own]));
    const { page, text } = await open(<RebatesScreen />);
    expect(text()).toContain('Back of your own fees');
    expect(text()).toContain('of 0.0005 ETH: 15%');
    expect(page.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/receipt'))).toHaveLength(1);
  });

  it('rank who wants to be shown', async () => {
    server.on('GET pay/common-rebate/rank', { list: [{ place: 1, name: 'R***d', worth: '12.50', mine: true }], shown: true });
    server.on('PUT pay/common-rebate/rank', { shown: false });
    const { page, text, person } = await open(<RankingScreen />);
    expect(text()).toContain('R***d');
    await person.click(page.getByRole('switch', { name: 'Show me in the ranking' }));
    await pass(100);
    expect(server.sent('PUT pay/common-rebate/rank').map(({ input }) => input)).toEqual([{ shown: false }]);
  });
});

describe('codes', () => {
  it('keep a split that the slider has no step for when only the note changes', async () => {
    const fine = { ...code, friendPart: '5.25', ownPart: '14.75' };
    server.on('GET system/invite-code/page', { ...pageOf([fine]), pageSize: 100 });
    server.on('PUT system/invite-code/update', fine);
    const { fill, press, text } = await open(<CodesScreen />);
    await press('Change code ABCDEFGH');
    expect(text()).toContain('5.25');
    await fill('Note, for yourself', 'Team');
    await press('Save');
    await pass(200);
    expect(server.sent('PUT system/invite-code/update').map(({ input }) => input)).toMatchObject([{ friendPart: '5.25', note: 'Team' }]);
  });

  it('are made with a split, a note and the default', async () => {
    server.on('POST system/invite-code/create', { ...code, code: 'NEWCODE2', isDefault: false });
    const { fill, press, text } = await open(<CodesScreen />);
    expect(text()).toContain('You 15%, friend 5% · 2 friends · Club');
    await press('New code');
    await fill('Note, for yourself', 'Team');
    await press('Save');
    await pass(200);
    expect(server.sent('POST system/invite-code/create').map(({ input }) => input)).toEqual([
      { friendPart: '5', note: 'Team', isDefault: false },
    ]);
  });
});
