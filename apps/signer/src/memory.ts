import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from '@bourse/key-process';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Plan } from './rails/plan.ts';

/** Something that counts only a day after it was first seen. */
export interface SeenEntry {
  kind: 'seen';
  digest: string;
  at: number;
}

/** What is signed for a payout, written down before the signature is made. */
export interface PayoutEntry {
  kind: 'payout';
  /** Venue and number of the payout. */
  id: string;
  digest: string;
  /** What the owner proved: one proof is one payout. */
  order: string;
  rail: number;
  /** Decimal. */
  units: string;
  totp: boolean;
  plan: Plan;
  at: number;
}

/** A higher fee for a payout. Nonce, receiver and amount are those of the first plan. */
export interface BumpEntry {
  kind: 'bump';
  id: string;
  plan: Plan;
  at: number;
}

/** What is signed to gather the coins of a deposit address, written down before the signatures are made. */
export interface SweepEntry {
  kind: 'sweep';
  id: string;
  digest: string;
  rail: number;
  /** Of the address whose coins are gathered. */
  index: number;
  plan: Plan;
  /** Coin for the fee of a token's sweep, from the hot wallet. */
  fuel?: Plan;
  /** The most that all of it can cost, decimal. */
  cost: string;
  at: number;
}

/** Somebody asked for what an honest server never asks for. */
export interface AlarmEntry {
  kind: 'alarm';
  id: string;
  digest: string;
  message: string;
  at: number;
}

export type Entry = SeenEntry | PayoutEntry | BumpEntry | SweepEntry | AlarmEntry;

/** An alarm that repeats shows nothing new. */
const mostAlarms = 1000;

/** All that the signer remembers: lines that are only ever added, each with the hash of all before it. Nobody else writes it. */
export class Memory {
  readonly seen = new Map<string, number>();
  readonly payouts = new Map<string, PayoutEntry>();
  readonly idOfOrder = new Map<string, string>();
  readonly bumps = new Map<string, BumpEntry[]>();
  readonly sweeps = new Map<string, SweepEntry>();
  lastTime = 0;
  private alarms = 0;
  private hash = '';
  private readonly file: number;

  /** Throws `CannotStart` for a memory that was changed or that lacks lines in the middle: to forget is to sign twice. */
  constructor(folder: string) {
    const path = join(folder, 'memory');
    const isNew = !existsSync(path);
    const text = isNew ? '' : readFileSync(path, 'utf8');
    // A power cut leaves at most a part of the last line. Nothing of it was answered.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const [at, line] of whole.split('\n').slice(0, -1).entries()) this.apply(this.opened(line, `${path}, line ${at + 1}`));
    this.file = openSync(path, 'a', 0o600);
    if (whole.length < text.length) {
      ftruncateSync(this.file, Buffer.byteLength(whole));
      fsyncSync(this.file);
    }
    if (!isNew) return;
    const directory = openSync(dirname(path), 'r');
    fsyncSync(directory);
    closeSync(directory);
  }

  /** Returns when a power cut can no longer undo it. */
  write(entry: Entry): void {
    if (entry.kind === 'alarm') {
      if (this.alarms >= mostAlarms) return;
      this.alarms += 1;
    }
    const content = JSON.stringify(entry);
    const hash = this.hashAfter(content);
    writeSync(this.file, `${hash} ${content}\n`);
    fsyncSync(this.file);
    this.hash = hash;
    this.apply(entry);
  }

  close(): void {
    closeSync(this.file);
  }

  private hashAfter(content: string): string {
    return bytesToHex(sha256(utf8ToBytes(`${this.hash}\n${content}`)));
  }

  private opened(line: string, place: string): Entry {
    const [hash, content] = [line.slice(0, 64), line.slice(65)];
    if (hash !== this.hashAfter(content))
      throw new CannotStart(`${place} is not what the signer wrote. It signs nothing until a person has restored its memory.`);
    this.hash = hash;
    return JSON.parse(content) as Entry;
  }

  private apply(entry: Entry): void {
    this.lastTime = Math.max(this.lastTime, entry.at);
    if (entry.kind === 'seen' && !this.seen.has(entry.digest)) this.seen.set(entry.digest, entry.at);
    if (entry.kind === 'payout') {
      this.payouts.set(entry.id, entry);
      this.idOfOrder.set(entry.order, entry.id);
    }
    if (entry.kind === 'sweep') this.sweeps.set(entry.id, entry);
    if (entry.kind === 'bump') this.bumps.set(entry.id, [...(this.bumps.get(entry.id) ?? []), entry]);
  }
}
