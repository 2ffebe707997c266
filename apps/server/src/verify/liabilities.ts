import { firstCustomer, House, type SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { keptMs } from '../payments/liabilities/liabilities.ts';
import { type AssetOwed, everyStored, type Owed, OwedWriter, owedIn, type Stored, treesOf } from '../payments/liabilities/store.ts';
import type { Database } from '../platform/database.ts';
import { rowsOf } from './cursor.ts';
import { inOneView } from './stored.ts';

interface Line {
  account: number;
  wallet: number;
  asset: number;
  seq: bigint;
  after: string;
}

/**
 * Checks what was published about a venue's debts: at each of these commands the stored leaves must be what the lines of the ledger leave to each customer, and
 * the digest over their roots must be the one that the journal holds. The lines themselves are compared with the replay elsewhere.
 */
export class LiabilitiesCheck {
  private readonly anchors = new Map<number, { digest: string; time: number }>();
  private time = 0;

  /** Takes each command of the journal. */
  take({ seq, time, command }: SequencedCommand): void {
    this.time = time;
    if (command.kind === 'anchor' && command.subject === 'liabilities') this.anchors.set(seq, { digest: command.digest, time });
  }

  /** `upTo`: the last command that was read. What a server anchored after it is looked at next time. */
  async result(database: Database, venue: Venue, upTo: number): Promise<{ findings: string[]; checked: string }> {
    const findings: string[] = [];
    const all = await everyStored(database, venue);
    const told = new Set(all.map(({ anchorSeq }) => anchorSeq));
    for (const [seq, { time }] of this.anchors)
      if (!told.has(seq) && time > this.time - keptMs) findings.push(`what was owed and anchored by command ${seq} is not stored any more`);
    await this.throughLines(database, venue, all, async (stored, owed) => {
      findings.push(...(await this.compare(database, stored, owed, upTo)));
    });
    return { findings, checked: `${venue}: ${all.length} proofs of liabilities recomputed from the lines of the ledger` };
  }

  private async compare(database: Database, stored: Stored, owed: Owed, upTo: number): Promise<string[]> {
    const findings: string[] = [];
    const where = `what was owed at ${stored.seq}`;
    const kept = await owedIn(database, stored);
    for (const id of new Set([...owed.assets, ...kept.assets].map(({ asset }) => asset))) {
      const [is, should] = [kept, owed].map(({ assets }) => assets.find(({ asset }) => asset === id)) as [AssetOwed?, AssetOwed?];
      findings.push(...differences(is, should).map((difference) => `${where}, asset ${id}: ${difference}`));
    }
    const { trees, digest } = await treesOf(stored.secret, kept);
    const rows = await database.query<{ asset: number; root: Buffer; total: string; customers: number }>(
      'SELECT asset, root, total::text, customers FROM liabilities_asset WHERE liabilities_id = $1 ORDER BY asset',
      [stored.id],
    );
    for (const { asset, root, total, customers } of rows) {
      const tree = trees.get(asset)!;
      if (!root.equals(tree.root.hash) || BigInt(total) !== tree.root.sum || customers !== tree.count)
        findings.push(`${where}, asset ${asset}: the published root, total or count is not that of its leaves`);
    }
    if (!stored.digest.equals(digest)) findings.push(`${where}: the published digest is not that of its roots`);
    if (stored.anchorSeq === null || stored.anchorSeq > upTo) return findings;
    const anchored = this.anchors.get(stored.anchorSeq)?.digest;
    if (anchored === undefined) findings.push(`${where}: the journal holds no digest of it at ${stored.anchorSeq}`);
    else if (anchored !== digest.toString('base64url')) findings.push(`${where}: the journal holds another digest at ${stored.anchorSeq}`);
    return findings;
  }

  /** Adds up the lines from the first on, and stops at each command at which something was published. */
  private throughLines(database: Database, venue: Venue, all: readonly Stored[], at: (stored: Stored, owed: Owed) => Promise<void>) {
    return inOneView(database, async (client) => {
      const balances = new Map<string, bigint>();
      const waiting = [...all];
      const stopAt = async (seq: number) => {
        while (waiting[0] !== undefined && waiting[0].seq < seq) {
          const stored = waiting.shift()!;
          await at(stored, { seq: stored.seq, assets: addUp(balances) });
        }
      };
      const query = `SELECT account, wallet, asset, seq, (available_after + frozen_after)::text AS after FROM ledger_line
        WHERE venue = '${venue}' AND account <> ${House.external} ORDER BY seq, event_index`;
      if (all.length > 0)
        for await (const { account, wallet, asset, seq, after } of rowsOf<Line>(client, query)) {
          await stopAt(Number(seq));
          balances.set(`${account}/${wallet}/${asset}`, BigInt(after));
        }
      await stopAt(Number.POSITIVE_INFINITY);
    });
  }
}

/** Sums over all wallets: of customers one by one, of the house together. */
function addUp(balances: ReadonlyMap<string, bigint>): AssetOwed[] {
  const customers = new Map<string, { asset: number; account: number; amount: bigint }>();
  const house = new Map<number, bigint>();
  for (const [key, amount] of balances) {
    const [account = 0, , asset = 0] = key.split('/').map(Number);
    if (account < firstCustomer) house.set(asset, (house.get(asset) ?? 0n) + amount);
    else {
      const before = customers.get(`${asset}/${account}`);
      customers.set(`${asset}/${account}`, { asset, account, amount: (before?.amount ?? 0n) + amount });
    }
  }
  const rows = [...customers.values()].filter(({ amount }) => amount !== 0n).sort((a, b) => a.asset - b.asset || a.account - b.account);
  const owed = new OwedWriter();
  for (const { asset, account, amount } of rows) owed.add(asset, { account, amount });
  return owed.assets(house);
}

function differences(is: AssetOwed | undefined, should: AssetOwed | undefined): string[] {
  const [stored, wanted] = [is, should].map(
    (owed) => new Map([...(owed?.customers ?? [])].map(({ account, amount }) => [account, amount])),
  );
  const found: string[] = [];
  for (const account of new Set([...stored!.keys(), ...wanted!.keys()])) {
    const [has, owes] = [stored!.get(account), wanted!.get(account)];
    if (has !== owes) found.push(`the leaf of account ${account} says ${has ?? 'nothing'}, the ledger ${owes ?? 'nothing'}`);
  }
  if ((is?.house ?? 0n) !== (should?.house ?? 0n))
    found.push(`the house holds ${should?.house ?? 0n}, it was published as ${is?.house ?? 0n}`);
  return found;
}
