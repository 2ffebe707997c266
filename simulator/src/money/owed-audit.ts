import { type Engine, House, restoreEngine, usualActor } from '@bourse/engine';
import { shownLeaf, shownRoot } from '@bourse/server/src/payments/liabilities/shown.ts';
import { leavesOf, OwedWriter, treesOf } from '@bourse/server/src/payments/liabilities/store.ts';
import { anchorIdOf } from '@bourse/server/src/sequencer/anchor.ts';
import { commandIdBytes } from '@bourse/server/src/sequencer/command-ids.ts';
import { toBase64 } from '@bourse/transparency';
import { checkOwed } from '@bourse/verifier';

const secret = new Uint8Array(32).fill(11);

/** Publishes what is owed at the end of a world as the server does, and lets each customer check it with the code of the page. */
export class OwedAudit {
  private readonly accounts: readonly number[];
  private readonly problem: (what: string) => void;

  constructor(accounts: readonly number[], problem: (what: string) => void) {
    this.accounts = accounts;
    this.problem = problem;
  }

  /** Answers how many customers found all their leaves, how many are owed nothing and were told so, and how many digests the journal took. */
  async verdict(engine: Engine): Promise<{ proved: number; nothing: number; published: number }> {
    const house = new Map<number, bigint>();
    const outside = new Map<number, bigint>();
    const add = (sums: Map<number, bigint>, account: number) => {
      for (const { asset, available, frozen } of engine.balances(account)) sums.set(asset, (sums.get(asset) ?? 0n) + available + frozen);
    };
    for (const account of Object.values(House)) if (account !== House.external) add(house, account);
    add(outside, House.external);
    const writer = new OwedWriter();
    const rows = this.accounts.flatMap((account) => {
      const own = new Map<number, bigint>();
      add(own, account);
      return [...own].map(([asset, amount]) => ({ asset, account, amount }));
    });
    for (const { asset, account, amount } of rows.toSorted((a, b) => a.asset - b.asset || a.account - b.account))
      if (amount !== 0n) writer.add(asset, { account, amount });
    const owed = { seq: engine.seq, assets: writer.assets(house) };
    const { trees, digest } = await treesOf(secret, owed, async () => {});

    // What customers and the house hold is what came from outside: the total is the sum of the ledger.
    for (const { asset, house: own } of owed.assets) {
      const total = trees.get(asset)!.root.sum;
      if (total + own + (outside.get(asset) ?? 0n) !== 0n) this.problem(`what is owed of asset ${asset} is not the sum of the ledger`);
    }
    const subject = 'liabilities' as const;
    const count = owed.assets.reduce((sum, { customers }) => sum + customers.count, 0);
    const command = { kind: 'anchor', subject, digest: digest.toString('base64url'), count } as const;
    const commandId = commandIdBytes(anchorIdOf(subject, digest));
    // On a copy: the journal of this world is judged as it is.
    const after = restoreEngine(engine.snapshot());
    const taken = after.apply({ seq: after.seq + 1, time: after.time, commandId, actor: usualActor(command), command });
    if (!taken.ok) this.problem(`the journal did not take the digest of what is owed: ${taken.error}`);

    const latest = {
      ...{ seq: owed.seq, digest: toBase64(digest), anchorSeq: after.seq, evidence: null },
      assets: [...trees].map(([asset, { root, count }]) => shownRoot(asset, root, count)),
    };
    let proved = 0;
    let nothing = 0;
    for (const account of this.accounts) {
      const leaves = owed.assets.flatMap(({ asset, customers }) => {
        const mine = customers.of(account);
        return [...leavesOf(secret, asset, mine ? [mine] : [])].map((leaf) => shownLeaf(asset, leaf, trees.get(asset)!.pathOf(leaf) ?? []));
      });
      const { steps } = checkOwed(latest, { account, leaves }, account, []);
      // The log of this world is judged elsewhere.
      const wrong = steps.filter(({ name, verdict }) => name !== 'log' && verdict !== 'agrees');
      for (const { name } of wrong) this.problem(`account ${account} does not find what it is owed: ${name}`);
      if (wrong.length > 0) continue;
      if (leaves.length > 0) proved += 1;
      else nothing += 1;
    }
    return { proved, nothing, published: taken.ok ? 1 : 0 };
  }
}
