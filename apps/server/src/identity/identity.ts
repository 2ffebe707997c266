import { createHash, createHmac } from 'node:crypto';
import { type TravelDocument, type ZoneProblem, zoneOf, zoneProblems } from '@bourse/identity';
import { type DocumentPurpose, type IdentityApplication, type IdentityReason, partsNeeded } from '@bourse/protocol';
import type { CallArguments } from '@bourse/protocol/calls';
import { RealnameStatus, type Venue } from '@bourse/protocol/enums';
import { type FieldProblem, Refusal } from '@bourse/protocol/errors';
import type { Session } from '../calls/session.ts';
import { openCase } from '../cases/machine.ts';
import type { Documents } from '../documents/documents.ts';
import { leaveNotices } from '../notices/left.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { seal, unseal } from '../platform/sealing.ts';
import type { ListHit, Lists } from './lists.ts';

/** From this age on people may have an account. */
const yearsAtLeast = 18;

/** What a customer said, as it is sealed. */
export type StatedIdentity = CallArguments<'POST pay/realname/create'>;

/** What the machine found, for the person who decides. */
export type Finding =
  | ({ kind: 'listed' } & ListHit)
  /** The same document belongs to an application of another customer. */
  | { kind: 'sameDocument'; customer: string };

interface Row {
  id: bigint;
  customer_id: bigint;
  level: 1 | 2;
  status: 2 | 1 | -1;
  sealed: Buffer | null;
  findings: Finding[];
  reason_code: IdentityReason | null;
  remark: string | null;
  created_at: Date;
  decided_at: Date | null;
}
const columns = 'id, customer_id, level, status, sealed, findings, reason_code, remark, created_at, decided_at';

export interface IdentityDecision {
  application: bigint;
  passed: boolean;
  /** Needed unless it is passed. */
  reasonCode?: IdentityReason;
  /** What the customer reads beside the reason. */
  remark?: string;
  by: string;
}

const viewOf = ({ level, status, reason_code, remark, created_at, decided_at }: Row): IdentityApplication => ({
  ...{ level, status, reasonCode: reason_code, remark },
  ...{ createdAt: created_at.getTime(), decidedAt: decided_at?.getTime() ?? null },
});

const sealedName = (id: bigint) => `identity application ${id}`;

/** Applications for a level: customers say who they are, the machine compares it with lists, and people decide. */
export function createIdentity(parts: { database: Database; clock: Now; documents: Documents; lists: Lists; key: Uint8Array }) {
  const { database, clock, documents, lists, key } = parts;

  const levelOf = async (customerId: string): Promise<0 | 1 | 2> => {
    const [row] = await database.query<{ identity_level: 0 | 1 | 2 }>('SELECT identity_level FROM customer WHERE id = $1', [customerId]);
    return row?.identity_level ?? 0;
  };

  return {
    async state({ customerId }: Session) {
      const [row] = await database.query<Row>(
        `SELECT ${columns} FROM identity_application WHERE customer_id = $1 ORDER BY id DESC LIMIT 1`,
        [customerId],
      );
      return { level: await levelOf(customerId), application: row ? viewOf(row) : null };
    },

    async apply(stated: StatedIdentity, { customerId, venue, account }: Session): Promise<IdentityApplication> {
      checkStated(stated, clock.now());
      if ((await levelOf(customerId)) >= stated.level) throw new Refusal('identityReached');
      const needed = partsNeeded[stated.level].find((part) => !stated.evidence.some((given) => given.part === part));
      if (needed) throw new Refusal('identityEvidenceMissing', { part: needed });
      const hash = documentHash(key, stated);
      const screenedBy = await lists.version();
      const hits = await lists.person(`${stated.givenNames} ${stated.surname}`, Number(stated.birthDate.slice(0, 4)));
      return database.transaction(async (tx) => {
        // Of two at once with one document, the second sees the first.
        await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`document:${hash.toString('hex')}`]);
        const others = await tx.query<{ customer_id: bigint }>(
          'SELECT DISTINCT customer_id FROM identity_application WHERE document_hash = $1 AND customer_id <> $2 AND status <> -1 LIMIT 20',
          [hash, customerId],
        );
        const findings: Finding[] = [
          ...hits.map((hit) => ({ kind: 'listed' as const, ...hit })),
          ...others.map(({ customer_id }) => ({ kind: 'sameDocument' as const, customer: String(customer_id) })),
        ];
        const [row] = await tx.query<Row>(
          `INSERT INTO identity_application (customer_id, level, document_hash, findings, created_at, screened_by) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (customer_id) WHERE status = 2 DO NOTHING RETURNING ${columns}`,
          [customerId, stated.level, hash, JSON.stringify(findings), new Date(clock.now()), screenedBy],
        );
        if (!row) throw new Refusal('identityPending');
        const text = JSON.stringify(stated);
        await tx.query('UPDATE identity_application SET sealed = $2 WHERE id = $1', [
          row.id,
          seal(key, sealedName(row.id), Buffer.from(text)),
        ]);
        const usedBy = `identity:${row.id}`;
        const used = (purpose: DocumentPurpose, ids: string[]) => documents.use(tx, customerId, purpose, ids, usedBy);
        const pictures = await used(
          'identity',
          stated.evidence.map(({ id }) => id),
        );
        if (stated.signatureId) await used('signature', [stated.signatureId]);
        const pictured = pictures.map(({ id, sha256 }, at) => ({
          ...{ kind: stated.evidence[at]!.part, required: true },
          sealed: { ref: `document:${id}`, digest: Buffer.from(sha256, 'hex') },
        }));
        // What personal data says stays sealed: the case names it.
        const opened = await openCase(
          tx,
          {
            ...{ kind: findings.length > 0 ? 'screening' : 'identity', venue, customer: customerId, account },
            subject: { application: String(row.id), level: String(stated.level) },
            evidence: [
              { kind: 'stated', required: true, sealed: { ref: usedBy, digest: createHash('sha256').update(text).digest() } },
              ...findings.map((finding) => ({ kind: 'finding', required: true, text: JSON.stringify(finding) })),
              ...pictured,
            ],
          },
          { kind: 'customer' },
          clock.now(),
        );
        if (!opened) throw new Refusal('identityPending');
        // Applying for the second level never takes away what the first one gave.
        await tx.query('UPDATE customer SET realname_status = $2 WHERE id = $1 AND realname_status = $3', [
          customerId,
          RealnameStatus.underReview,
          RealnameStatus.unreal,
        ]);
        return viewOf(row);
      });
    },

    /** What an application says and what was found, for the person who decides. Undefined: there is none. */
    async read(
      application: bigint,
    ): Promise<{ view: IdentityApplication; stated: StatedIdentity | undefined; findings: Finding[] } | undefined> {
      const [row] = await database.query<Row>(`SELECT ${columns} FROM identity_application WHERE id = $1`, [application]);
      if (!row) return undefined;
      const text = row.sealed && unseal(key, sealedName(row.id), row.sealed).toString();
      return { view: viewOf(row), stated: text ? (JSON.parse(text) as StatedIdentity) : undefined, findings: row.findings };
    },

    /** What an application says, with the machine-readable zone that its document must show. Null: there is none, or it was erased. */
    async text(application: bigint): Promise<string | null> {
      const stated = (await this.read(application))?.stated;
      if (!stated) return null;
      const { document, evidence: _, signatureId: __, level: ___, ...person } = stated;
      const lines = Object.entries({ ...person, ...document }).map(([name, value]) => `${name}: ${value}`);
      return [...lines, '', ...zoneOf(travelDocument(stated))].join('\n');
    },

    /** The customer of a passed application has no level any more, and may apply again. */
    async withdraw(application: bigint): Promise<void> {
      await database.query(
        `UPDATE customer SET identity_level = 0, realname_status = ${RealnameStatus.unreal}
         WHERE id = (SELECT customer_id FROM identity_application WHERE id = $1)`,
        [application],
      );
    },

    /** Ends an application. Refused as `notFound` when it is not there or was decided. */
    async decide({ application, passed, reasonCode, remark, by }: IdentityDecision): Promise<IdentityApplication> {
      if (!passed && !reasonCode) throw new Refusal('badRequest', { field: 'reasonCode', problem: 'reasonNeeded' });
      return database.transaction(async (tx) => {
        const [row] = await tx.query<Row>(
          `UPDATE identity_application SET status = $2, reason_code = $3, remark = $4, decided_by = $5, decided_at = $6 WHERE id = $1 AND status = 2
           RETURNING ${columns}`,
          [application, passed ? 1 : -1, passed ? null : reasonCode, remark ?? null, by, new Date(clock.now())],
        );
        if (!row?.sealed) throw new Refusal('notFound');
        const { surname, givenNames } = JSON.parse(unseal(key, sealedName(row.id), row.sealed).toString()) as StatedIdentity;
        const [customer] = await tx.query<{ venue: Venue; account: number }>(
          passed
            ? `UPDATE customer SET identity_level = greatest(identity_level, $2), realname_status = ${RealnameStatus.real}, real_name = $3 WHERE id = $1 RETURNING venue, account`
            : `UPDATE customer SET realname_status = CASE WHEN identity_level > 0 THEN ${RealnameStatus.real} ELSE ${RealnameStatus.unreal} END
               WHERE id = $1 AND $2::int > 0 AND $3::text <> '' RETURNING venue, account`,
          [row.customer_id, row.level, [givenNames, surname].filter((name) => name !== '').join(' ')],
        );
        if (!customer) throw new Refusal('notFound');
        const time = clock.now();
        const subject = `identity:${row.id}`;
        await leaveNotices(tx, customer.venue, [
          passed
            ? { account: customer.account, kind: 'identity.passed', params: { level: String(row.level) }, subject, time }
            : { account: customer.account, kind: 'identity.rejected', params: { remark: remark ?? '' }, subject, time },
        ]);
        return viewOf(row);
      });
    },
  };
}
export type Identity = ReturnType<typeof createIdentity>;

/** The document as its machine-readable zone has it. */
export const travelDocument = ({ surname, givenNames, birthDate, nationality, document }: StatedIdentity): TravelDocument => ({
  ...{ surname, givenNames, birthDate, nationality },
  ...{ form: document.form, type: document.type, issuer: document.issuer, number: document.number },
  ...{ expiryDate: document.expiryDate, sex: document.sex, optional: document.optional ?? '' },
});

const problemNames = {
  ...{ latin: 'latinLetters', empty: 'empty', tooLong: 'numberTooLong', date: 'noDate' },
  ...{ expired: 'expired', future: 'notPast', code: 'documentCode' },
} as const satisfies Record<ZoneProblem['problem'], FieldProblem>;

function checkStated(stated: StatedIdentity, now: number): void {
  const today = new Date(now).toISOString().slice(0, 10);
  const [wrong] = zoneProblems(travelDocument(stated), today);
  if (wrong) throw new Refusal('badRequest', { field: wrong.field, problem: problemNames[wrong.problem] });
  const comesOfAge = `${Number(stated.birthDate.slice(0, 4)) + yearsAtLeast}${stated.birthDate.slice(4)}`;
  if (comesOfAge > today) throw new Refusal('identityTooYoung', { years: yearsAtLeast });
}

const documentHash = (key: Uint8Array, { document: { issuer, number } }: StatedIdentity): Buffer =>
  createHmac('sha256', key)
    .update(`document ${issuer} ${number.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest();
