/** The engine's events disagree with the rules. */
export class AuditFailed extends Error {
  constructor(what: string, told: unknown, due: unknown) {
    super(`${what}: told ${String(told)}, due ${String(due)}`);
    this.name = 'AuditFailed';
  }
}

export function agree(what: string, told: number | bigint | boolean, due: number | bigint | boolean): void {
  const same = typeof told === 'boolean' ? told === due : BigInt(told) === BigInt(due);
  if (!same) throw new AuditFailed(what, told, due);
}

/** Counts something that was audited. */
export type Count = (what: string) => void;
