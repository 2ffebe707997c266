import {
  addressOf,
  attestedText,
  checkAddress,
  customerKeyDigest,
  destinationDigest,
  digestOfBody,
  inJournal,
  type Network,
  type NetworkRule,
  networkNames,
  networks,
  openLine,
  payoutEvidence,
  signLine,
} from '@bourse/chains';
import { type DecidedPayout, payoutDigest, proposalDigest, type Venue } from '@bourse/engine/digests';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base64 } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import type { Keys } from './folder.ts';
import type { Memory, PayoutEntry } from './memory.ts';
import { asksFor, challengeOf, unitsOf } from './owner.ts';
import type { Policy, RailPolicy } from './policy.ts';
import { Refused } from './problem.ts';
import { isAsserted, passkeyOf } from './proofs.ts';
import { bitcoinSigner } from './rails/bitcoin.ts';
import { evmSigner } from './rails/evm.ts';
import { endOf, type Plan, type RailSigner, type Signed, type Taken } from './rails/plan.ts';
import { tronSigner } from './rails/tron.ts';
import { xrpSigner } from './rails/xrp.ts';
import { type PayoutRequest, type Request, readRequest } from './request.ts';
import { hotAddress, signSweep } from './sweeps.ts';
import { dayOf, type GuardedClock } from './time.ts';

/** What a destination or a customer's key waits after the signer first saw it. */
export const coolingMs = 24 * 60 * 60_000;

const railSigners: Record<NetworkRule['family'], RailSigner> = { evm: evmSigner, tron: tronSigner, xrp: xrpSigner, bitcoin: bitcoinSigner };

export interface SignerOptions {
  keys: Keys;
  policy: Policy;
  memory: Memory;
  clock: GuardedClock;
  say(line: Record<string, unknown>): void;
  /** Called between writing a plan down and answering, for tests that end the process there. */
  afterWrite?(): void;
}

/** Signs what its own policy allows, and remembers it before the signature leaves. It trusts the server with nothing but the word for a TOTP code, up to a cap. */
export class Signer {
  private readonly options: SignerOptions;

  constructor(options: SignerOptions) {
    this.options = options;
  }

  /** The answer to one line, itself a signed line. Never throws, except when the memory cannot be written: then nothing is answered. */
  answer(line: string): string {
    const { keys, policy } = this.options;
    const body = openLine('to the signer', line, policy.serverKey);
    const asked = body === undefined ? '' : digestOfBody(body);
    const reply = (content: Record<string, unknown>) => signLine('from the signer', { asked, ...content }, keys.lineKey);
    try {
      if (body === undefined) throw new Refused('notSigned', 'The line is not signed by the server of the policy.');
      return reply({ ok: true, ...this.decide(readRequest(body)) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return reply({ ok: false, problem: error.refusal, message: error.message });
    }
  }

  private decide(request: Request): Record<string, unknown> {
    const { keys, policy, memory, clock } = this.options;
    if (request.kind === 'about')
      return { vaultKey: base64.encode(keys.linePublicKey), rails: [...policy.rails.values()].map((rail) => this.aboutRail(rail)) };
    if (request.kind === 'attest') return this.attest(request);
    const now = clock.now(memory.lastTime);
    if (request.kind === 'seen') {
      if (!memory.seen.has(request.digest)) memory.write({ kind: 'seen', digest: request.digest, at: now });
      return { usableFrom: memory.seen.get(request.digest)! + coolingMs };
    }
    if (request.kind === 'bump') return this.bump(request.id, request.fee, now);
    if (request.kind === 'sweep')
      return signSweep(
        {
          ...{ keys, policy, memory, signerOf, afterWrite: this.options.afterWrite },
          ...{ taken: (rail) => this.taken(rail), keyOf: (rail) => this.keyOf(rail) },
          alarm: (...about) => this.alarm(...about),
        },
        request,
        now,
      );
    return this.payout(request, now);
  }

  private payout(request: PayoutRequest, now: number): Record<string, unknown> {
    const { memory, policy } = this.options;
    const rail = policy.rails.get(request.facts.rail);
    if (rail === undefined) throw new Refused('railUnknown', `The policy has no rail ${request.facts.rail}.`);
    const checked = checkAddress(rail.network, request.address, request.tag);
    if (!checked.ok) throw new Refused('addressWrong', `The address is refused: ${checked.problem}.`);
    if (checked.address !== request.address) throw new Refused('addressWrong', 'The address is not in its canonical form.');
    const { facts, owner } = request;
    const destination = destinationDigest({ ...facts, address: checked.address, tag: checked.tag, salt: request.destinationSalt });
    if (inJournal(destination) !== facts.digest) throw new Refused('addressWrong', 'The payout is to another destination.');
    const units = unitsOf(facts, rail);
    const id = `${request.venue}/${facts.payout}`;
    const digest = payoutDigest(request.venue, facts);
    const proved = owner.kind === 'passkey' ? challengeOf(owner, request) : facts.factorEvidence;
    const known = memory.payouts.get(id);
    const idOfOrder = memory.idOfOrder.get(proved);
    if ((known !== undefined && known.digest !== digest) || (idOfOrder !== undefined && idOfOrder !== id))
      throw this.alarm(
        ...([id, digest, now] as const),
        known === undefined ? `the order was signed as ${idOfOrder}` : 'another payout was signed under this id',
      );
    // Asked again: the same transaction for ever, whatever became of caps, operators or waits since.
    if (known !== undefined) return this.signed(rail, known, known.plan);
    this.assertCooled(destination, 'destinationCooling', now);
    this.assertProved(request, proved, rail, now);
    this.assertApproved(request, units, rail, digest);
    this.assertCaps(facts, units, rail, now);
    const order = { to: checked.address, tag: checked.tag, units, fee: request.fee };
    const plan = signerOf(rail).plan(rail, order, this.taken(rail));
    const entry: PayoutEntry = {
      ...{ kind: 'payout', id, digest, order: proved, rail: rail.rail, units: String(units) },
      ...{ totp: facts.factor === 'totp', plan, at: now },
    };
    memory.write(entry);
    this.options.afterWrite?.();
    return this.signed(rail, entry, plan);
  }

  private bump(id: string, fee: unknown, now: number): Record<string, unknown> {
    const { memory, policy } = this.options;
    const entry = memory.payouts.get(id);
    const rail = entry === undefined ? undefined : policy.rails.get(entry.rail);
    if (entry === undefined || rail === undefined) throw new Refused('payoutUnknown', `Nothing was signed for ${id}.`);
    const bumps = memory.bumps.get(id) ?? [];
    // The same fees again: the answer was lost.
    const next = (plan: Plan) => signerOf(rail).bump(rail, plan, fee);
    for (const [at, { plan }] of bumps.entries())
      if (sameAs(plan, () => next(bumps[at - 1]?.plan ?? entry.plan))) return this.signed(rail, entry, plan);
    const plan = next(bumps.at(-1)?.plan ?? entry.plan);
    memory.write({ kind: 'bump', id, plan, at: now });
    this.options.afterWrite?.();
    return this.signed(rail, entry, plan);
  }

  private assertCooled(digest: string, refusal: 'destinationCooling' | 'keyCooling', now: number): void {
    const { memory } = this.options;
    const at = memory.seen.get(digest);
    // Not told of before: the wait begins now.
    if (at === undefined) memory.write({ kind: 'seen', digest, at: now });
    if (at === undefined || now < at + coolingMs)
      throw new Refused(
        refusal,
        `It counts from ${new Date((at ?? now) + coolingMs).toISOString()} on, a day after the signer first saw it.`,
      );
  }

  /** The owner's passkey signed the request with this amount and this address, and the journal's evidence is of that signature. */
  private assertProved({ owner, facts, address, tag }: PayoutRequest, challenge: string, rail: RailPolicy, now: number): void {
    if (owner.kind !== facts.factor) throw new Refused('proofWrong', 'The journal has another factor.');
    if (owner.kind === 'totp') return;
    const key = passkeyOf(owner.key);
    if (key === undefined || !isAsserted(owner.assertion, challenge, key, this.options.policy.relyingParty))
      throw new Refused('proofWrong', "The owner's key did not sign this request.");
    if (payoutEvidence(challenge, owner.evidenceSalt) !== facts.factorEvidence)
      throw new Refused('proofWrong', 'The journal has the evidence of another proof.');
    if (!asksFor(owner.input, { ...facts, address, tag }, rail.scale))
      throw new Refused('proofWrong', 'What the owner signed is another payout.');
    this.assertCooled(customerKeyDigest(facts.account, owner.key), 'keyCooling', now);
  }

  private assertApproved({ venue, facts, proposal, approvals }: PayoutRequest, units: bigint, rail: RailPolicy, digest: string): void {
    const { policy } = this.options;
    const persons = units >= rail.secondFrom ? 2 : units >= rail.operatorFrom ? 1 : 0;
    if (persons === 0) return;
    const missing = (why: string) => new Refused('approvalMissing', `This amount needs ${persons} of the operators of the policy: ${why}.`);
    if (proposal === undefined) throw missing('the proposal is not shown');
    const { commandId, proposer, reason, evidence } = proposal;
    const body = { kind: 'passPayout', payout: facts.payout, digest, reason, evidence } as const;
    // The journal's own bytes: whoever signed another payout, or a refusal, signed another digest.
    const challenge = proposalDigest(venue as Venue, commandId, proposer, body);
    const signed = approvals.filter(({ operator, assertion }) => {
      const key = policy.operators.get(operator);
      return key !== undefined && isAsserted(assertion, challenge, key, policy.console);
    });
    const count = new Set(signed.map(({ operator }) => operator)).size;
    if (count < persons) throw missing(`${count} signed it`);
  }

  private assertCaps({ factor }: DecidedPayout, units: bigint, rail: RailPolicy, now: number): void {
    if (units <= 0n || units > rail.mostUnits)
      throw new Refused('capReached', `One payout of rail ${rail.rail} has 1 to ${rail.mostUnits} units.`);
    const today = [...this.options.memory.payouts.values()].filter((entry) => entry.rail === rail.rail && dayOf(entry.at) === dayOf(now));
    const sum = (entries: readonly PayoutEntry[]) => entries.reduce((total, entry) => total + BigInt(entry.units), units);
    if (sum(today) > rail.dayUnits) throw new Refused('capReached', `Rail ${rail.rail} sends at most ${rail.dayUnits} units a day.`);
    if (factor === 'totp' && sum(today.filter(({ totp }) => totp)) > rail.totpDayUnits)
      throw new Refused('capReached', `Rail ${rail.rail} sends at most ${rail.totpDayUnits} units a day on TOTP codes alone.`);
  }

  /** Nonces and inputs of all that this rail's key signed, on whichever rail of it: a coin and its tokens share one key, which also pays for sweeps of tokens. */
  private taken(rail: RailPolicy): Taken {
    const { memory, policy } = this.options;
    const shared = [...memory.payouts.values(), ...memory.sweeps.values()].filter((entry) => {
      const other = policy.rails.get(entry.rail);
      return other?.network === rail.network && other.path === rail.path && other.chainId === rail.chainId;
    });
    const plans = shared.flatMap((entry) => (entry.kind === 'payout' ? entry.plan : (entry.fuel ?? [])));
    const nonces = plans.flatMap((plan) => (plan.kind === 'bitcoin' ? [] : [plan.nonce + 1]));
    const inputs = plans.flatMap((plan) => (plan.kind === 'bitcoin' ? plan.inputs.map(({ txHash, output }) => `${txHash}:${output}`) : []));
    return { nextNonce: nonces.reduce((next, nonce) => Math.max(next, nonce), rail.firstNonce), inputs: new Set(inputs) };
  }

  private signed(rail: RailPolicy, { id, digest }: PayoutEntry, plan: Plan): Record<string, unknown> {
    const key = this.keyOf(rail);
    const { raw, hash }: Signed = signerOf(rail).sign(rail, plan, key);
    const { payouts, bumps } = this.options.memory;
    const plans = [payouts.get(id)?.plan ?? plan, ...(bumps.get(id) ?? []).map((one) => one.plan)];
    // Every form of it that may be on its way: whoever keeps them in a table can compare.
    const hashes = plans.map((one) => signerOf(rail).sign(rail, one, key).hash);
    return {
      id,
      digest,
      raw,
      hash,
      hashes,
      ...endOf(plan),
      ...(plan.kind === 'bitcoin' ? { inputs: plan.inputs } : { nonce: plan.nonce }),
    };
  }

  private attest({ network, account, index }: Extract<Request, { kind: 'attest' }>): Record<string, unknown> {
    const { keys, policy } = this.options;
    const known = networkNames.find((name) => name === network);
    const xpub = known === undefined ? undefined : policy.accounts.get(known);
    if (known === undefined || xpub === undefined) throw new Refused('railUnknown', `The policy has no addresses on ${network}.`);
    // A path names an account of the signer's own seed.
    const of = xpub.startsWith('m/') ? keys.master.derive(xpub).publicExtendedKey : xpub;
    const { address, tag } = addressOf(of, known, index);
    const text = attestedText(network, account, index, address, tag);
    return {
      network,
      account,
      index,
      address,
      ...(tag === undefined ? {} : { tag }),
      attestation: base64.encode(ed25519.sign(text, keys.lineKey)),
    };
  }

  /** The address of the hot wallet, for whoever fills it, and the one that deposit addresses are swept to. */
  private aboutRail(policy: RailPolicy): { rail: number; network: Network; address: string | undefined; sweepsTo?: string | undefined } {
    const { rail, network, sweep } = policy;
    const address = hotAddress(this.options.keys, policy);
    return { rail, network, address, ...(sweep === undefined ? {} : { sweepsTo: sweep.to === 'hot' ? address : sweep.to }) };
  }

  private keyOf({ path }: RailPolicy): HDKey {
    return this.options.keys.master.derive(path);
  }

  private alarm(id: string, digest: string, at: number, message: string): Refused {
    this.options.memory.write({ kind: 'alarm', id, digest, message, at });
    this.options.say({ level: 'error', alarm: true, id, digest, message });
    return new Refused('digestDiffers', `Refused, and told: ${message}.`);
  }
}

const signerOf = ({ network }: RailPolicy): RailSigner => railSigners[networks[network].family];

function sameAs(plan: Plan, other: () => Plan): boolean {
  try {
    return JSON.stringify(plan) === JSON.stringify(other());
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
