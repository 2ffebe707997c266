import { randomBytes } from 'node:crypto';
import { checkAddress, payoutEvidence } from '@bourse/chains';
import { reviewFlags } from '@bourse/engine';
import type { PayoutItem } from '@bourse/protocol';
import type { CallArguments, CallOutput } from '@bourse/protocol/calls';
import { canonicalJson } from '@bourse/protocol/canonical';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs } from '../../calls/answers.ts';
import { toAmount } from '../../calls/figures.ts';
import type { SignedInContext } from '../../calls/handlers.ts';
import { submit, type TradingPorts } from '../../calls/trading.ts';
import type { Lists } from '../../identity/lists.ts';
import type { AssetInfo } from '../../market/port.ts';
import { seal } from '../../platform/sealing.ts';
import { type Book, type Entry, placeOf } from '../destinations/book.ts';
import type { Rail, Rails } from '../port.ts';
import { publicKeyOf } from './keys.ts';
import { type RequestRow, requestOf } from './store.ts';

/** From this value on it has to be said whose the receiving wallet is, in USDT. */
export const travelRuleFrom = 1_000;
/** A browser that signed in for the first time so lately is new. */
const newDeviceMs = 24 * 3_600_000;

export interface RequestParts {
  ports: TradingPorts;
  rails: Rails;
  book: Book;
  lists: Pick<Lists, 'address'>;
  key: Uint8Array;
  /** Operators let no payout begin now. */
  off: () => boolean;
  /** The payout as its owner sees it, from the engine. */
  item(account: number, number: number): Promise<PayoutItem>;
}

type Input = CallArguments<'POST pay/withdrawal'>;

export function railOut(rails: Rails, channel: number): Rail {
  const rail = rails.get(channel);
  const pays = rail !== undefined && (rail.source.kind === 'chain' || rail.source.kind === 'bank') && (rail.rules.open & 2) !== 0;
  if (!pays) throw new Refusal('channelUnknown');
  return rail;
}

/** In minor units. No customer has more than a safe integer of them; a request for more hears that the amount is wrong. */
export function payoutAmount(asset: AssetInfo, text: string): number {
  const units = toAmount(asset, text);
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal('amountInvalid');
  return Number(units);
}

/** What the customer confirmed must be what the book has, letter by letter: it is what their passkey signed. */
function assertSameReceiver({ rail, receiver }: Entry, { address, tag }: Input): void {
  const place = placeOf(receiver);
  if (receiver.kind === 'bank') {
    if (address.replaceAll(' ', '') !== place.address || tag !== undefined) throw new Refusal('destinationDiffers');
    return;
  }
  if (address === place.address && tag === place.tag) return;
  const checked = rail.source.kind === 'chain' ? checkAddress(rail.source.network, address, tag) : undefined;
  if (checked?.ok === false && checked.problem !== 'tagMissing') throw new Refusal('addressInvalid', { problem: checked.problem });
  throw new Refusal('destinationDiffers');
}

export const needsTravelRule = (rail: Rail, value: number | undefined, usdtScale: number): boolean =>
  rail.source.kind === 'chain' && (value === undefined || value >= travelRuleFrom * 10 ** usdtScale);

/** A payout is asked for: checked, written down with its proof, and then told to the venue under the customer's command id. */
export function createRequest({ ports, rails, book, lists, key, off, item }: RequestParts) {
  const { database, clock, venues, market } = ports;

  const serverFlags = async ({ receiver }: Entry, { travelRule }: Input, { session }: SignedInContext): Promise<number> => {
    const listed = receiver.kind === 'address' && (await lists.address(receiver.address)).length > 0;
    const [known] = await database.query(
      'SELECT 1 FROM session s JOIN session before ON before.customer_id = s.customer_id AND before.device = s.device WHERE s.id::text = $1 AND s.customer_id = $3 AND before.created_at <= $2 LIMIT 1',
      [session.sessionId, new Date(clock.now() - newDeviceMs), session.customerId],
    );
    const named =
      travelRule?.beneficiary !== undefined ||
      (receiver.kind === 'address' && travelRule !== undefined && travelRule.owner !== receiver.owner);
    return (listed ? reviewFlags.screening : 0) | (known === undefined ? reviewFlags.device : 0) | (named ? reviewFlags.travelRule : 0);
  };

  /** The same request again is the one that was written first, with its proof: an answer that was lost is found. */
  const written = async (
    input: Input,
    entry: Entry,
    context: SignedInContext,
  ): Promise<Pick<RequestRow, 'evidence' | 'factor' | 'flags'>> => {
    const { session, commandId, proof } = context;
    const text = canonicalJson(input);
    const before = await requestOf(database, session.account, commandId);
    if (before !== undefined && before.input !== text) throw new Refusal('commandIdReused');
    if (before !== undefined) return before;
    if (proof === null) throw new Refusal('proofNeeded');
    const salt = randomBytes(32);
    const evidence = payoutEvidence(Buffer.from(proof.challenge, 'hex').toString('base64url'), salt.toString('hex'));
    const spki = proof.passkey === undefined ? undefined : await publicKeyOf(database, proof.passkey.id);
    const factor = spki === undefined ? 'totp' : 'passkey';
    const { travelRule } = input;
    const [row] = await database.query<RequestRow>(
      `INSERT INTO payout_request (account, command_id, customer_id, evidence, evidence_salt, input, proof_id, factor, key, assertion, flags, travel, made_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING evidence, factor, flags`,
      [
        ...[session.account, commandId, session.customerId, evidence, salt, text, proof.id, factor, spki ?? null],
        ...[spki && proof.passkey ? JSON.stringify(proof.passkey) : null, await serverFlags(entry, input, context)],
        travelRule ? seal(key, `travel rule ${session.account} ${commandId}`, Buffer.from(JSON.stringify(travelRule))) : null,
        new Date(clock.now()),
      ],
    );
    // Two at once: the other one wrote it.
    const kept = row ?? (await requestOf(database, session.account, commandId));
    if (kept === undefined) throw new Refusal('unavailable');
    return kept;
  };

  return async (input: Input, context: SignedInContext): Promise<CallOutput<'POST pay/withdrawal'>> => {
    const { account } = context.session;
    const rail = railOut(rails, input.channel);
    // An answer that was lost is found all the same.
    if (off() && (await requestOf(database, account, context.commandId)) === undefined) throw new Refusal('withdrawalsOff');
    const amount = payoutAmount(rail.asset, input.amount);
    const entry = await book.one(account, input.destinationId);
    if (entry.rail.rail !== rail.rail) throw new Refusal('destinationUnknown');
    assertSameReceiver(entry, input);
    const { value: worth } = await venues.real.read((engine) => engine.payments().worth(rail.asset.id, BigInt(amount)));
    const usdt = market.catalogue.assetByCode('USDT');
    const { travelRule } = input;
    const said = travelRule !== undefined && (travelRule.owner === 'self' || travelRule.provider !== undefined);
    if (needsTravelRule(rail, worth, usdt?.scale ?? 6) && !said) throw new Refusal('travelRuleNeeded', { value: String(travelRuleFrom) });
    const { evidence, factor, flags } = await written(input, entry, context);
    const { destination } = entry.engine;
    const applied = await submit(ports, context, {
      kind: 'requestPayout',
      account,
      rail: rail.rail,
      destination,
      amount,
      flags,
      factor,
      evidence,
    });
    const { payout } = resultAs(applied, 'payout');
    return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated, payout: await item(account, payout) };
  };
}
