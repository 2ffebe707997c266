/**
 * This browser's key for the session that is signed in. The private key can be used and never be read, also not by this page: it is a CryptoKey in
 * IndexedDB, which all tabs share. Loaded when somebody signs in and with the first command, never with the first route.
 */
import type { CallOutput } from '@bourse/protocol/calls';
import { headerOf, keyText, lowForm, signedBody, signedText } from '@bourse/protocol/signing';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A session's key, as it is kept. */
export interface KeptKey {
  /** The session it belongs to. */
  session: string;
  publicKey: string;
  /** SHA-256 of the public key. */
  name: string;
  privateKey: CryptoKey;
  /** The server's answer; until it came, nobody knows whether the server has the key. */
  registered: Pick<CallOutput<'POST system/member/device-key'>, 'venue' | 'account'> | undefined;
}

export interface KeyShelf {
  read(): Promise<KeptKey | undefined>;
  /** Rejects where the browser keeps nothing. */
  write(key: KeptKey | undefined): Promise<void>;
}

export interface KeyPorts {
  shelf: KeyShelf;
  subtle: SubtleCrypto | undefined;
  /** Of the tokens that all tabs share; undefined when nobody is signed in. */
  session(): { id: string; customer: string } | undefined;
  /** Whether a session that another device replaced may still take its place back, with its key. */
  mayReturn(): boolean;
  register(input: { publicKey: string; time: number; signature: string }): Promise<CallOutput<'POST system/member/device-key'>>;
  /** Whether a failed registration was refused, rather than lost. */
  isRefusal(error: unknown): boolean;
  /** The server's time. */
  now(): number;
}

const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export class DeviceKey {
  private readonly ports: KeyPorts;
  private held: KeptKey | undefined;
  private making: Promise<unknown> = Promise.resolve();
  private tried: string | undefined;

  constructor(ports: KeyPorts) {
    this.ports = ports;
  }

  /** The tokens changed: a new session gets its key, and after a sign-out nothing of it stays. */
  follow(): Promise<unknown> {
    if (this.ports.session()) return this.enrol();
    return this.ports.mayReturn() ? Promise.resolve() : this.forget();
  }

  /** Makes this session's key and registers it. A browser that keeps nothing gets none: its session works without signatures. */
  enrol(): Promise<unknown> {
    this.making = this.making.then(() => this.make()).catch(() => undefined);
    return this.making;
  }

  /** The header that signs a command; undefined when this session has no key. */
  async sign(call: string, input: object, commandId: string): Promise<string | undefined> {
    await this.making;
    const key = await this.current();
    if (!key?.registered || !this.ports.subtle) return undefined;
    const { name, registered } = key;
    const time = Math.round(this.ports.now());
    const { venue, account } = registered;
    const text = signedText({ venue, account, key: name, commandId: commandId.toLowerCase(), time, call, body: signedBody(call, input) });
    return headerOf({ key: name, time, signature: await this.over(key, text) });
  }

  /** Deletes the key: somebody signed out. */
  async forget(): Promise<void> {
    this.held = undefined;
    await this.ports.shelf.write(undefined).catch(() => undefined);
  }

  private async make(): Promise<void> {
    const { subtle, shelf, session } = this.ports;
    const mine = session();
    if (!subtle || !mine || this.tried === mine.id) return;
    this.tried = mine.id;
    const known = await shelf.read();
    // A session that took its place back goes on with its key.
    if (known?.session === mine.id) return;
    const pair = await subtle.generateKey(algorithm, false, ['sign', 'verify']);
    const point = await subtle.exportKey('raw', pair.publicKey);
    const name = base64url(await subtle.digest('SHA-256', point));
    const key: KeptKey = {
      ...{ session: mine.id, publicKey: base64url(point), name },
      ...{ privateKey: pair.privateKey, registered: undefined },
    };
    // Kept before it is registered, so that a lost answer loses no key.
    await shelf.write(key);
    await this.register(key, mine.customer);
  }

  private async register(key: KeptKey, customer: string): Promise<KeptKey | undefined> {
    const time = Math.round(this.ports.now());
    try {
      const signature = await this.over(key, keyText({ customer, key: key.name, time }));
      const { venue, account } = await this.ports.register({ publicKey: key.publicKey, time, signature });
      this.held = { ...key, registered: { venue, account } };
      await this.ports.shelf.write(this.held);
      return this.held;
    } catch (error) {
      if (this.ports.isRefusal(error)) await this.forget();
      return undefined;
    }
  }

  /** The key of the session whose tokens the tabs share now, which another tab may have made. */
  private async current(): Promise<KeptKey | undefined> {
    const mine = this.ports.session();
    if (!mine) return undefined;
    if (this.held?.session === mine.id && this.held.registered) return this.held;
    const kept = await this.ports.shelf.read().catch(() => undefined);
    this.held = kept?.session === mine.id ? kept : undefined;
    if (this.held && !this.held.registered) return this.register(this.held, mine.customer);
    return this.held;
  }

  private async over({ privateKey }: KeptKey, text: string): Promise<string> {
    const made = await this.ports.subtle!.sign(algorithm, privateKey, new TextEncoder().encode(text));
    return base64url(lowForm(new Uint8Array(made)) ?? new Uint8Array(made));
  }
}
