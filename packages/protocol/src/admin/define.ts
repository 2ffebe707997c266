import { z } from 'zod';
import type { NeededPermission } from '../calls/permissions.ts';
import { queryInt } from '../calls/shapes.ts';

/** What most of the console's calls say alike: a read or an act that needs a permission. */
export const read = <const P extends NeededPermission>(permission: P) =>
  ({ area: 'console', audience: 'operator', permission, idempotency: 'read' }) as const;
/** An act is done once for each Idempotency-Key, and stands in the audit. */
export const act = <const P extends NeededPermission>(permission: P) =>
  ({ area: 'console', audience: 'operator', permission, idempotency: 'command', weight: 5 }) as const;

/** Refusals of every act: its key was used for another one, or another command is under way. */
export const note = z.string().trim().min(3).max(500);
/** Lists of the console are longer than those of a phone. */
export const adminPaging = { pageNo: queryInt(1, 100_000).default(1), pageSize: queryInt(1, 200).default(50) };
export const venue = z.enum(['real', 'demo']);
/** 32 bytes in base64url or standard base64, as WebAuthn sends them: bounded, never parsed here. */
export const encoded = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);
