import type { InviteCode } from '@bourse/protocol';
import { rebateTerms } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import { nearlyLive, readNow, type TradingPorts } from '../calls/trading.ts';
import { type Code, codeOf, codesOf, createCode, defaultCode, type Owner, updateCode } from './codes.ts';
import { createRanking, maskedAccount, percentText, ppmOfPercent, rebatePage, rebateTotals, recentMs, tradingFriends } from './rebates.ts';

type Names =
  | 'GET pay/common-rebate/page'
  | 'GET pay/common-rebate/invitees-statistics'
  | 'GET pay/common-rebate/reward'
  | 'GET pay/common-rebate/rank'
  | 'PUT pay/common-rebate/rank'
  | 'GET system/invite-code/page'
  | 'GET system/invite-code/default'
  | 'POST system/invite-code/create'
  | 'PUT system/invite-code/update'
  | 'GET system/invite-code/friends'
  | 'GET pay/rebate-config/member'
  | 'GET pay/rebate-config/all';

const dayMs = 86_400_000;

const shown = ({ code, friend_ppm, note, is_default, friends, created_at }: Code): InviteCode => ({
  code,
  friendPart: percentText(friend_ppm),
  ownPart: percentText(rebateTerms.totalPpm - friend_ppm),
  note,
  isDefault: is_default,
  friends: Number(friends),
  createdAt: created_at.getTime(),
});

function partOf(text: string): number {
  const ppm = ppmOfPercent(text);
  if (ppm > rebateTerms.totalPpm)
    throw new Refusal('badRequest', { field: 'friendPart', problem: 'atMost', max: rebateTerms.totalPpm / 10_000 });
  return ppm;
}

/** Invitations and rebates. Each customer reads and changes only what is their own, which the session says. */
export const invitationHandlers = (ports: TradingPorts): Handlers<Names> => {
  const { database, clock } = ports;
  const ranking = createRanking(ports);
  const ownerOf = ({ session: { venue, account } }: { session: Owner }): Owner => ({ venue, account });
  const isShown = async ({ venue, account }: Owner) =>
    (await database.query('SELECT 1 FROM rebate_ranked WHERE venue = $1 AND account = $2', [venue, account])).length > 0;

  return {
    'GET pay/common-rebate/page': async ({ pageNo, pageSize }, context) => {
      const offset = (pageNo - 1) * pageSize;
      const { seq, value } = await readNow(ports, context, (engine) => engine.rebatesDue(context.session.account, offset, pageSize));
      await nearlyLive(ports, context, seq);
      const page = await rebatePage(ports, ownerOf(context), value, pageSize, offset);
      return { ...page, pageNo, pageSize };
    },

    'GET pay/common-rebate/invitees-statistics': async (_, context) => {
      const { venue, account } = ownerOf(context);
      const now = clock.now();
      const [row] = await database.query<{ friends: bigint; today: bigint; recent: bigint }>(
        `SELECT count(*) AS friends, count(*) FILTER (WHERE created_at >= $3) AS today, count(*) FILTER (WHERE created_at >= $4) AS recent
         FROM invitation WHERE venue = $1 AND inviter = $2`,
        [venue, account, new Date(Math.floor(now / dayMs) * dayMs), new Date(now - recentMs)],
      );
      const trading = await tradingFriends(database, { venue, account }, now - recentMs);
      return { friends: Number(row!.friends), today: Number(row!.today), recent: Number(row!.recent), trading };
    },

    'GET pay/common-rebate/reward': async (_, context) => {
      const { seq, value } = await readNow(ports, context, (engine) => engine.rebateSums(context.session.account));
      await nearlyLive(ports, context, seq);
      return rebateTotals(ports, ownerOf(context), value);
    },

    'GET pay/common-rebate/rank': async (_, context) => {
      const owner = ownerOf(context);
      await nearlyLive(ports, context);
      return { list: await ranking.of(owner), shown: await isShown(owner) };
    },

    'PUT pay/common-rebate/rank': async ({ shown: wanted }, context) => {
      const { venue, account } = ownerOf(context);
      await database.query(
        wanted
          ? 'INSERT INTO rebate_ranked (venue, account) VALUES ($1, $2) ON CONFLICT DO NOTHING'
          : 'DELETE FROM rebate_ranked WHERE venue = $1 AND account = $2',
        [venue, account],
      );
      await ranking.changed({ venue, account }, wanted);
      return { shown: wanted };
    },

    'GET system/invite-code/page': async ({ pageNo, pageSize }, context) => {
      const codes = await codesOf(database, ownerOf(context));
      const list = codes.slice((pageNo - 1) * pageSize, pageNo * pageSize).map(shown);
      return { list, total: codes.length, pageNo, pageSize };
    },

    'GET system/invite-code/default': async (_, context) => shown(await defaultCode(database, ownerOf(context), clock.now())),

    'POST system/invite-code/create': async ({ friendPart, note, isDefault }, context) =>
      shown(await createCode(database, ownerOf(context), { friendPpm: partOf(friendPart), note, isDefault }, clock.now())),

    'PUT system/invite-code/update': async ({ code, friendPart, note, isDefault }, context) => {
      const friendPpm = friendPart === undefined ? undefined : partOf(friendPart);
      return shown(await updateCode(database, ownerOf(context), code, { friendPpm, note, isDefault }));
    },

    'GET system/invite-code/friends': async ({ pageNo, pageSize, code }, context) => {
      const { venue, account } = ownerOf(context);
      const where = 'FROM invitation WHERE venue = $1 AND inviter = $2 AND ($3::text IS NULL OR code = $3)';
      const given = [venue, account, code === undefined ? null : codeOf(code)];
      const [rows, counted] = await Promise.all([
        database.query<{ account: number; code: string; inviter_ppm: number; friend_ppm: number; created_at: Date }>(
          `SELECT account, code, inviter_ppm, friend_ppm, created_at ${where} ORDER BY created_at DESC, account DESC LIMIT $4 OFFSET $5`,
          [...given, pageSize, (pageNo - 1) * pageSize],
        ),
        database.query<{ n: bigint }>(`SELECT count(*) AS n ${where}`, given),
      ]);
      const list = rows.map((row) => ({
        friend: maskedAccount(row.account),
        joinedAt: row.created_at.getTime(),
        code: row.code,
        friendPart: percentText(row.friend_ppm),
        ownPart: percentText(row.inviter_ppm),
      }));
      return { list, total: Number(counted[0]?.n ?? 0n), pageNo, pageSize };
    },

    'GET pay/rebate-config/member': async (_, context) => {
      const { value } = await readNow(ports, context, (engine) => engine.inviter(context.session.account));
      const back = value?.friendPpm ?? 0;
      return { total: percentText(rebateTerms.totalPpm), invited: value !== undefined, back: percentText(back) };
    },

    'GET pay/rebate-config/all': async () => ({
      total: percentText(rebateTerms.totalPpm),
      most: percentText(rebateTerms.mostPpm),
      codes: rebateTerms.codes,
      rankingDays: rebateTerms.rankingDays,
    }),
  };
};
