import { type Network, networks, xAddressOf } from '@bourse/chains';
import { Refusal } from '@bourse/protocol/errors';
import { toAmount } from '../../calls/figures.ts';
import type { Handlers } from '../../calls/handlers.ts';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { OutsideWorld } from '../outside/outside-process.ts';
import type { Rail, Rails } from '../port.ts';
import type { Channels } from '../rails/channels.ts';
import { type Addresses, fingerprintOf } from './addresses.ts';
import { type DepositReads, statusSteps, unitsOut } from './read.ts';
import { type DepositRow, depositColumns } from './store.ts';

type Names =
  | 'GET pay/recharge/udun-address'
  | 'GET pay/recharge/get'
  | 'GET pay/recharge/page'
  | 'GET pay/recharge/detail-list'
  | 'POST pay/recharge/test-coins';

export interface DepositParts {
  database: Database;
  real: EnginePort;
  rails: Rails;
  channels: Channels;
  addresses: Addresses;
  reads: DepositReads;
  /** Addresses of networks that the gateway holds. */
  gatewayAddress(rail: Rail, account: number, customerId: string): Promise<string>;
  /** In development only. */
  outside(): OutsideWorld | undefined;
}

/** Money never comes in before it could go out again. */
export async function assertLevel(real: EnginePort, account: number): Promise<void> {
  const { value } = await real.read((engine) => engine.standing(account).level);
  if (value < 1) throw new Refusal('identityNeeded');
}

export function depositHandlers({
  database,
  real,
  rails,
  channels,
  addresses,
  reads,
  gatewayAddress,
  outside,
}: DepositParts): Handlers<Names> {
  const openRail = (rail: Rail | undefined): Rail => {
    if (rail === undefined) throw new Refusal('channelUnknown');
    if ((rails.rules(rail.rail).open & 1) === 0) throw new Refusal('railOff');
    return rail;
  };
  return {
    'GET pay/recharge/udun-address': async ({ asset, network }, { session }) => {
      const rail = openRail(
        rails
          .all()
          .find(
            ({ asset: of, source }) =>
              (source.kind === 'chain' || source.kind === 'gateway') && source.network === network && of.code === asset,
          ),
      );
      await assertLevel(real, session.account);
      const channel = await channels.one(rail);
      if (rail.source.kind === 'gateway') {
        const address = await gatewayAddress(rail, session.account, session.customerId);
        const fingerprint = fingerprintOf(address, null);
        return {
          channel,
          address,
          tag: null,
          xAddress: null,
          account: session.account,
          index: 0,
          attestation: null,
          vaultKey: null,
          fingerprint,
        };
      }
      const own = await addresses.own(network as Network, session.account, session.customerId);
      const { address, tag, index, attestation, vaultKey } = own;
      const isXrp = networks[network as Network].family === 'xrp';
      return {
        ...{ channel, address, tag, index, attestation, vaultKey, account: session.account, fingerprint: fingerprintOf(address, tag) },
        xAddress: isXrp && tag !== null ? xAddressOf(address, tag, networks[network as Network].test) : null,
      };
    },
    'GET pay/recharge/get': async ({ id }, { session }) => (await reads.items([await reads.rowOf(session.customerId, id)]))[0]!,
    'GET pay/recharge/page': async ({ pageNo, pageSize, status, channel, asset, from, to }, { session }) => {
      const wanted = rails
        .all()
        .filter((rail) => (channel === undefined || rail.rail === channel) && (asset === undefined || rail.asset.code === asset));
      const rows = await database.query<DepositRow & { total: bigint }>(
        `SELECT ${depositColumns}, count(*) OVER () AS total FROM deposit
         WHERE customer_id = $1 AND rail = ANY($2) AND ($3::text[] IS NULL OR step = ANY($3))
           AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::timestamptz IS NULL OR created_at < $5)
         ORDER BY number DESC LIMIT $6 OFFSET $7`,
        [
          ...[session.customerId, wanted.map(({ rail }) => rail), status === undefined ? null : statusSteps(status)],
          ...[from === undefined ? null : new Date(from), to === undefined ? null : new Date(to), pageSize, (pageNo - 1) * pageSize],
        ],
      );
      return { list: await reads.items(rows), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET pay/recharge/detail-list': async ({ ids }, { session }) => reads.details(await reads.rowsOf(session.customerId, ids.split(','))),
    'POST pay/recharge/test-coins': async ({ channel, amount, id }, { session }) => {
      const world = outside();
      if (world === undefined) throw new Refusal('notFound');
      const rail = rails.get(channel);
      if (rail === undefined) throw new Refusal('channelUnknown');
      const deed = async (): Promise<string> => {
        const { source, asset } = rail;
        if (source.kind === 'chain') {
          const { address, tag } = await addresses.own(source.network, session.account, session.customerId);
          const units = unitsOut(toAmount(asset, amount), asset.scale, source.decimals);
          return world.deed({
            do: 'pay',
            network: source.network,
            to: address,
            units: String(units),
            token: source.token,
            tag: tag ?? undefined,
          });
        }
        if (source.kind === 'gateway') {
          const to = await gatewayAddress(rail, session.account, session.customerId);
          const units = unitsOut(toAmount(asset, amount), asset.scale, source.decimals);
          return world.deed({ do: 'gatewayPay', to, units: String(units), decimals: source.decimals, coinType: source.coinType });
        }
        if (id === undefined) throw new Refusal('depositUnknown');
        const order = await reads.rowOf(session.customerId, id);
        return payOrder(world, rail, order, amount, (await reads.items([order]))[0]!.no);
      };
      const txHash = await deed().catch((error: unknown) => {
        throw error instanceof Refusal ? error : new Refusal('outsideAway');
      });
      return { sent: true, txHash: /^(0x)?[0-9a-fA-F]{64}$/.test(txHash) ? txHash : null };
    },
  };
}

/** The world outside pays an order: to the bank, or to the house's address. Somebody else's page and people at a desk are not simulated. */
async function payOrder(
  world: OutsideWorld,
  { source, asset }: Rail,
  order: DepositRow,
  amount: string,
  reference: string,
): Promise<string> {
  if (source.kind === 'bank') {
    const payer = { name: 'Test Customer', account: 'DE89370400440532013000' };
    await world.deed({ do: 'bankPay', ...payer, units: String(toAmount(source.currency, amount)), reference });
    return world.deed({ do: 'closeDay' });
  }
  if (source.kind !== 'screenshot' || order.address === null) throw new Refusal('depositUnknown');
  const units = unitsOut(toAmount(asset, amount), asset.scale, source.decimals);
  return world.deed({ do: 'pay', network: source.network, to: order.address, units: String(units), token: source.token });
}
