import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { customerKeyDigest, isAttested } from '@bourse/chains';
import { base64 } from '@scure/base';
import { Transaction as BitcoinTransaction } from '@scure/btc-signer';
import { build } from 'esbuild';
import { Transaction } from 'micro-eth-signer';
import { decode, encodeForSigning } from 'ripple-binary-codec';
import { verify } from 'ripple-keypairs';
import { describe, expect, it } from 'vitest';
import { coolingMs } from './signer.ts';
import { signerOfEachTest } from './testing/each-test.ts';
import { Authenticator, fees, lineOf, opened, operators, payoutOf, policy } from './testing/kit.ts';

const own = signerOfEachTest();
const open = () => own.open();
/** A signer that has known the destinations of all its rails for a day. */
const ready = () => own.ready([1, 2, 3, 4]);

describe('the signer', () => {
  it('signs a payout on each network, to exactly the address and amount', async () => {
    const ask = await ready();
    const [coin, token] = [ask(payoutOf(1)), ask(payoutOf(2, { rail: 2 }))];
    const { address } = payoutOf(1) as unknown as { address: string };
    const sent = [coin, token].map(({ raw }) => Transaction.fromHex(String(raw)));
    expect(sent.map(({ raw }) => [raw.to.toLowerCase(), raw.value, raw.nonce])).toEqual([
      [address.toLowerCase(), 100n, 0n],
      [`0x${'ab'.repeat(20)}`, 0n, 1n],
    ]);
    expect(sent[1]!.raw.data).toContain(`${address.slice(2).toLowerCase()}${(100).toString(16).padStart(64, '0')}`);
    const { rails } = ask({ kind: 'about' }) as { rails: { address: string }[] };
    expect(sent.map(({ sender }) => sender)).toEqual([rails[0]!.address, rails[0]!.address]);
    const xrp = ask(payoutOf(3, { rail: 3 }));
    const payment = decode(String(xrp['raw'])) as Record<string, string>;
    expect(payment).toMatchObject({ Account: rails[2]!.address, DestinationTag: 9, Amount: '100', Sequence: 70, LastLedgerSequence: 5000 });
    const { TxnSignature, ...unsigned } = payment;
    expect(verify(encodeForSigning(unsigned), TxnSignature!, payment['SigningPubKey']!)).toBe(true);
    const bitcoin = ask(payoutOf(4, { rail: 4, units: 600n }));
    const output = BitcoinTransaction.fromRaw(Buffer.from(String(bitcoin['raw']), 'hex'), { allowUnknownInputs: true });
    expect([0, 1].map((at) => [output.getOutputAddress(at), output.getOutput(at).amount])).toEqual([
      ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 600n],
      [rails[3]!.address, 88_900n],
    ]);
    // The input of a payout pays no other.
    expect(ask(payoutOf(5, { rail: 4, units: 300n }))).toMatchObject({ ok: false, problem: 'inputsWrong' });
  });

  it('gives the same transaction for ever, and none to another order under the same number', async () => {
    let ask = await ready();
    const first = ask(payoutOf(1));
    expect(first).toMatchObject({ ok: true, nonce: 0 });
    expect(ask(payoutOf(1))).toEqual(first);
    for (const changes of [
      { units: 101n },
      { to: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' } },
      { account: 8 },
      { told: { factorEvidence: payoutOf(9).facts.factorEvidence } },
    ])
      expect(ask(payoutOf(1, changes)), JSON.stringify(Object.keys(changes))).toMatchObject({ ok: false, problem: 'digestDiffers' });
    // One order of a customer under two numbers would be paid twice.
    expect(ask(payoutOf(1, { told: { payout: 2 } }))).toMatchObject({ ok: false, problem: 'digestDiffers' });
    expect(own.told.filter(({ alarm }) => alarm)).toHaveLength(5);
    ask = await open();
    own.pass(9 * coolingMs);
    expect(ask(payoutOf(1))).toMatchObject({ raw: first['raw'] });
    expect(ask(payoutOf(2))).toMatchObject({ ok: true, nonce: 1 });
  });

  it('keeps nonce, receiver and amount when a fee is raised', async () => {
    const ask = await ready();
    const first = Transaction.fromHex(String(ask(payoutOf(1))['raw']));
    const higher = { gasLimit: '21000', maxFeePerGas: '3000000000', maxPriorityFeePerGas: '1000000000' };
    const bumped = ask({ kind: 'bump', id: 'real/1', fee: higher });
    const second = Transaction.fromHex(String(bumped['raw']));
    expect([second.raw.to, second.raw.value, second.raw.nonce]).toEqual([first.raw.to, first.raw.value, first.raw.nonce]);
    expect(ask({ kind: 'bump', id: 'real/1', fee: higher })).toEqual(bumped);
    expect(ask({ kind: 'bump', id: 'real/1', fee: fees[1] })).toMatchObject({ problem: 'malformed' });
    expect(ask({ kind: 'bump', id: 'real/1', fee: { ...higher, maxFeePerGas: '90000000000' } })).toMatchObject({ problem: 'feeTooHigh' });
    expect(ask({ kind: 'bump', id: 'real/9', fee: higher })).toMatchObject({ problem: 'payoutUnknown' });
    expect(ask(payoutOf(2))).toMatchObject({ nonce: 1 });
  });

  it("keeps to its caps: for one payout, a day, and the server's word for TOTP", async () => {
    const ask = await ready();
    const owner = new Authenticator();
    ask({ kind: 'seen', digest: customerKeyDigest(7, base64.decode(owner.spki)) });
    own.pass(coolingMs);
    expect(ask(payoutOf(1, { units: 600n }))).toMatchObject({ ok: true });
    expect(ask(payoutOf(2, { units: 401n }))).toMatchObject({ problem: 'capReached' });
    expect(ask(payoutOf(3, { units: 400n }))).toMatchObject({ ok: true });
    for (let number = 10; number < 15; number += 1) expect(ask(payoutOf(number, { units: 1800n, by: owner }))).toMatchObject({ ok: true });
    expect(ask(payoutOf(20, { units: 1n, by: owner }))).toMatchObject({ problem: 'capReached' });
    expect(ask(payoutOf(21, { units: 10_001n, by: owner, approvedBy: [1, 2] }))).toMatchObject({ problem: 'capReached' });
    own.pass(coolingMs);
    expect(ask(payoutOf(22, { units: 1000n }))).toMatchObject({ ok: true });
    expect(ask(payoutOf(23, { units: 0n }))).toMatchObject({ problem: 'malformed' });
  });

  it('waits a day for a destination and for a key of a customer', async () => {
    const ask = await open();
    expect(ask(payoutOf(1))).toMatchObject({ problem: 'destinationCooling' });
    own.pass(coolingMs - 1);
    expect(ask(payoutOf(1))).toMatchObject({ problem: 'destinationCooling' });
    own.pass(1);
    const owner = new Authenticator();
    expect(ask(payoutOf(2, { by: owner }))).toMatchObject({ problem: 'keyCooling' });
    expect(ask(payoutOf(1))).toMatchObject({ ok: true });
    own.pass(coolingMs);
    expect(ask(payoutOf(2, { by: owner }))).toMatchObject({ ok: true });
    // The same key for another customer is another key.
    expect(ask(payoutOf(3, { by: owner, account: 8 }))).toMatchObject({ problem: 'destinationCooling' });
  });

  it('believes no proof of something else', async () => {
    const ask = await ready();
    const owner = new Authenticator();
    ask({ kind: 'seen', digest: customerKeyDigest(7, base64.decode(owner.spki)) });
    own.pass(coolingMs);
    const good = payoutOf(1, { by: owner });
    const { challenge } = good;
    const wrong = [
      owner.assert(payoutOf(2).challenge),
      new Authenticator().assert(challenge),
      owner.assert(challenge, { party: 'evil.example' }),
      owner.assert(challenge, { from: 'https://evil.example' }),
      owner.assert(challenge, { flags: 0x01 }),
      { ...owner.assert(challenge), clientDataJSON: 'e30=' },
    ];
    for (const assertion of wrong) expect(ask({ ...good, owner: { ...good.owner, assertion } })).toMatchObject({ problem: 'proofWrong' });
    // The passkey signed: 0.000110 to this address. Everything else is another payout.
    const { address, destination } = payoutOf(9, { to: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' } }) as never as Record<
      string,
      string
    >;
    ask({ kind: 'seen', digest: destination });
    own.pass(coolingMs);
    const others = [
      { amount: 900_000 },
      { destination: 13 },
      { factorEvidence: payoutOf(2, { by: owner }).facts.factorEvidence },
      { factor: 'totp' as const },
    ];
    for (const told of others) expect(ask(payoutOf(1, { by: owner, told })), JSON.stringify(told)).toMatchObject({ problem: 'proofWrong' });
    const redirected = { ...good, address, facts: { ...good.facts, digest: Buffer.from(destination!, 'hex').toString('base64url') } };
    expect(ask(redirected)).toMatchObject({ problem: 'proofWrong' });
    expect(ask({ ...good, address })).toMatchObject({ problem: 'addressWrong' });
    expect(ask({ ...good, owner: { kind: 'totp' } })).toMatchObject({ problem: 'proofWrong' });
    expect(ask(good)).toMatchObject({ ok: true });
  });

  it('asks for as many of its own operators as the amount needs', async () => {
    const ask = await ready();
    const owner = new Authenticator();
    ask({ kind: 'seen', digest: customerKeyDigest(7, base64.decode(owner.spki)) });
    own.pass(coolingMs);
    const two = { units: 5000n, by: owner };
    expect(ask(payoutOf(1, { units: 2000n, by: owner }))).toMatchObject({ problem: 'approvalMissing' });
    expect(ask(payoutOf(1, { ...two, approvedBy: [1] }))).toMatchObject({ problem: 'approvalMissing' });
    expect(ask(payoutOf(1, { ...two, approvedBy: [1, 1] }))).toMatchObject({ problem: 'approvalMissing' });
    const good = payoutOf(1, { ...two, approvedBy: [1, 2] });
    const other = payoutOf(2, { ...two, approvedBy: [1, 2] });
    expect(ask({ ...good, proposal: other.proposal, approvals: other.approvals })).toMatchObject({ problem: 'approvalMissing' });
    expect(ask({ ...good, approvals: good.approvals.map((one) => ({ ...one, operator: 3 })) })).toMatchObject({
      problem: 'approvalMissing',
    });
    for (const changed of [{ reason: 'other' }, { proposer: 2 }, { commandId: 'f'.repeat(32) }])
      expect(ask({ ...good, proposal: { ...good.proposal!, ...changed } })).toMatchObject({ problem: 'approvalMissing' });
    // Figures that changed after the approval: nobody approved these.
    const told = { value: 1 };
    expect(ask({ ...good, facts: { ...good.facts, ...told } })).toMatchObject({ problem: 'approvalMissing' });
    expect(ask(good)).toMatchObject({ ok: true });
    expect(operators).toHaveLength(3);
  });

  it('believes no line that the server did not sign, and none that was changed', async () => {
    await ready();
    const { answer } = { answer: (line: string) => opened(own.signer.signer.answer(line), own.signer.vaultKey, line) };
    const line = lineOf(payoutOf(1));
    const changed = [
      line.replace('\\"amount\\":110', '\\"amount\\":910'),
      '{}',
      'null',
      '',
      line.slice(0, -5),
      `${line}x`,
      'x'.repeat(70_000),
    ];
    expect(changed[0]).not.toBe(line);
    for (const one of changed) expect(JSON.parse(own.signer.signer.answer(one)).body, one.slice(0, 50)).toContain('notSigned');
    // An answer sent back as a request is signed by another key, for another direction.
    expect(JSON.parse(own.signer.signer.answer(own.signer.signer.answer(line))).body).toContain('notSigned');
    expect(answer(line)).toMatchObject({ ok: true });
    // The same line again, from whoever recorded it.
    expect(answer(line)).toMatchObject({ ok: true, nonce: 0 });
    for (const content of [
      null,
      [],
      { kind: 'payout' },
      { ...payoutOf(3), facts: { ...payoutOf(3).facts, amount: '1e3' } },
      { ...payoutOf(3), tag: -1 },
      { kind: 'seen', digest: 'x' },
      { kind: 'all' },
    ])
      expect(answer(lineOf(content))).toMatchObject({ ok: false, problem: 'malformed' });
    expect(answer(lineOf(payoutOf(3, { to: { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda95' } })))).toMatchObject({
      problem: 'addressWrong',
    });
    expect(answer(lineOf({ ...payoutOf(3), tag: 5 }))).toMatchObject({ problem: 'addressWrong' });
  });

  it('signs nothing after the clock was set', async () => {
    let ask = await ready();
    const first = ask(payoutOf(1));
    own.wall += 2 * coolingMs;
    expect(ask(payoutOf(2))).toMatchObject({ problem: 'clockStepped' });
    own.wall -= 4 * coolingMs;
    expect(ask(payoutOf(2))).toMatchObject({ problem: 'clockStepped' });
    ask = await open();
    // A restart in the past: what was written is later than now.
    expect(ask(payoutOf(2))).toMatchObject({ problem: 'clockStepped' });
    own.wall += 2 * coolingMs;
    ask = await open();
    expect(ask(payoutOf(1))).toMatchObject({ raw: first['raw'] });
  });

  it('attests deposit addresses that a changed database cannot imitate', async () => {
    const ask = await open();
    const { network, account, index, address, tag, attestation } = ask({
      kind: 'attest',
      network: 'xrp',
      account: 7,
      index: 12,
    }) as never as Parameters<typeof isAttested>[0];
    const attested = { network, account, index, address, ...(tag === undefined ? {} : { tag }), attestation };
    expect(tag).toBe(12);
    expect(isAttested(attested, own.signer.vaultKey)).toBe(true);
    for (const change of [
      { address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
      { account: 8 },
      { index: 13 },
      { tag: 13 },
      { network: 'xrp-test' },
      { attestation: 'AAAA' },
    ])
      expect(isAttested({ ...attested, ...change }, own.signer.vaultKey), JSON.stringify(change)).toBe(false);
    expect(ask({ kind: 'attest', network: 'tron', account: 7, index: 1 })).toMatchObject({ problem: 'railUnknown' });
  });

  it('does not start with a memory that was changed, keys that others read, or a policy with mistakes', async () => {
    const ask = await ready();
    ask(payoutOf(1));
    ask(payoutOf(2));
    const memory = join(own.folder, 'memory');
    const text = readFileSync(memory, 'utf8');
    await own.stop();
    // The signature of a payout is forgotten.
    writeFileSync(
      memory,
      text
        .split('\n')
        .filter((line) => !line.includes('real/1"'))
        .join('\n'),
    );
    await expect(open()).rejects.toThrow('not what the signer wrote');
    writeFileSync(memory, text.replace('"units":"100"', '"units":"001"'));
    await expect(open()).rejects.toThrow('not what the signer wrote');
    writeFileSync(memory, text);
    // A power cut in the middle of a line: nothing of it was answered.
    appendFileSync(memory, 'abc {"kind":"payo');
    await open();
    await own.stop();
    expect(readFileSync(memory, 'utf8')).toBe(text);
    chmodSync(join(own.folder, 'seed'), 0o644);
    await expect(open()).rejects.toThrow('Others may read');
    chmodSync(join(own.folder, 'seed'), 0o600);
    own.writePolicy({ ...policy(), serverKey: 'AA==', rails: [{ ...policy().rails[0], dayUnits: 5 }] });
    await expect(open()).rejects.toThrow(/serverKey: .*\n- rails\[0\]: dayUnits/);
  });

  it('answers over its socket', async () => {
    await ready();
    const socket = connect(join(own.folder, 'socket'));
    const lines = createInterface({ input: socket });
    const request = lineOf(payoutOf(1));
    socket.write(`${request}\n`);
    const [answer] = (await once(lines, 'line')) as [string];
    expect(opened(answer, own.signer.vaultKey, request)).toMatchObject({ ok: true, id: 'real/1' });
    socket.destroy();
  });
});

describe('a signer that is killed between writing and answering', () => {
  it('gives the same transaction afterwards, 20 times', async () => {
    const ask = await ready();
    const { vaultKey } = own.signer;
    ask(payoutOf(1));
    await own.stop();
    const program = join(own.folder, 'crash.mjs');
    const bundled = await build({
      entryPoints: [join(import.meta.dirname, 'testing/crash-main.ts')],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    writeFileSync(program, bundled.outputFiles[0]!.contents);
    /** Asks a signer of its own process, and answers what came before it ended. */
    const askProcess = async (content: unknown, killAt: number): Promise<Record<string, unknown> | undefined> => {
      const child = spawn(process.execPath, [program], {
        env: { ...process.env, SIGNER_FOLDER: own.folder, SIGNER_TIME: String(own.wall), KILL_AT: String(killAt) },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const request = lineOf(content);
      child.stdin.write(`${request}\n`);
      const answer = await Promise.race([
        once(createInterface({ input: child.stdout }), 'line'),
        once(child, 'exit').then(() => undefined),
      ]);
      const ended = child.exitCode ?? child.signalCode;
      child.kill('SIGKILL');
      if (ended === null) await once(child, 'exit');
      return answer === undefined ? undefined : opened(String(answer[0]), vaultKey, request);
    };
    const nonces: unknown[] = [];
    for (let number = 2; number < 22; number += 1) {
      const payout = payoutOf(number, { units: 5n, rail: number % 2 === 0 ? 1 : 2 });
      expect(await askProcess(payout, 1)).toBeUndefined();
      // It was written down: the next process gives that transaction, to nobody else, and its nonce is taken.
      const again = await open();
      const after = again(payout);
      expect(after).toMatchObject({ ok: true, id: `real/${number}` });
      expect(again(payoutOf(number, { units: 6n }))).toMatchObject({ problem: 'digestDiffers' });
      nonces.push(after['nonce']);
      await own.stop();
    }
    // Without the end, the program answers, and what it answers is what this process signs.
    const unharmed = await askProcess(payoutOf(30), 99);
    expect(unharmed).toMatchObject({ ok: true, nonce: 21 });
    expect((await open())(payoutOf(30))).toEqual(unharmed);
    expect(nonces).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  }, 240_000);
});
