import { Refusal } from '@bourse/protocol/errors';
import type { CallContext, Handlers } from '../calls/handlers.ts';
import { type Customer, customerById } from '../people/customers.ts';
import { addressBlock, type Limit, limits } from '../people/limits.ts';
import { answerTokens } from '../people/services.ts';
import { ticketHash, ticketNetwork, ticketTries } from '../people/sign-in/second-step.ts';
import { changeSecurely } from './change.ts';
import type { SecurityServices } from './services.ts';

type Answer = Parameters<Handlers<'POST system/auth/second-step'>['POST system/auth/second-step']>[0]['answer'];

/** Completes a sign-in that waits for its second step. A try is counted before it is judged; a right one uses the ticket up. */
export const secondStepCall = ({ people, totps, passkeys, recoveryCodes }: SecurityServices): Handlers<'POST system/auth/second-step'> => {
  const { database, clock, devices, limits: counters } = people;
  const over = () => new Refusal('signInTicketOver');

  const placesOf = async ({ id }: Customer, { ip, device }: CallContext): Promise<[Limit, string][]> =>
    (await devices.known(id, device))
      ? [[limits.secondStepByDevice, `${id}\n${device}`]]
      : [
          [limits.secondStepByAddressForAccount, `${id}\n${addressBlock(ip)}`],
          [limits.secondStepByAccount, String(id)],
        ];

  const judge = async (customerId: string, challenge: Buffer, answer: Answer, left: number): Promise<void> => {
    if ('passkey' in answer) return passkeys.check(customerId, challenge, answer.passkey);
    if ('recoveryCode' in answer) {
      if ((await recoveryCodes.take(customerId, answer.recoveryCode)) === 'wrong') throw new Refusal('recoveryCodeWrong', { left });
      return;
    }
    const verdict = await totps.take(customerId, answer.totp);
    if (verdict === 'used') throw new Refusal('totpUsed');
    if (verdict === 'wrong') throw new Refusal('totpWrong', { left });
  };

  return {
    'POST system/auth/second-step': async ({ ticket, answer }, context) => {
      const hash = ticketHash(ticket);
      const [row] = await database.query<{ customer_id: bigint; challenge: Buffer; tries: number }>(
        `UPDATE sign_in_ticket SET tries = tries + 1 WHERE hash = $1 AND network = $2 AND expires_at > $3 AND tries < $4
         RETURNING customer_id, challenge, tries`,
        [hash, ticketNetwork(context.ip), new Date(clock.now()), ticketTries],
      );
      // The password that is read here is compared again when the session starts, and a new one ends the ticket.
      const customer = row && (await customerById(database, row.customer_id));
      if (!customer) throw over();
      const by = Object.keys(answer)[0] ?? '';
      const places = await placesOf(customer, context);
      for (const [limit, whose] of places) await counters.take(limit, whose, context.ip);
      try {
        await judge(String(customer.id), row.challenge, answer, ticketTries - row.tries);
      } catch (error) {
        people.securityLog('signInFailed', { customerId: customer.id, ip: context.ip, by });
        throw error;
      }
      const start = async (tx: Parameters<typeof people.sessions.startIn>[0]) => {
        const [taken] = await tx.query('DELETE FROM sign_in_ticket WHERE hash = $1 RETURNING hash', [hash]);
        if (!taken) throw over();
        await devices.remember(tx, customer.id, context.device);
        return people.sessions.startIn(tx, customer, context);
      };
      // A code from paper is used by whoever lost a factor, or found the paper.
      const starting = 'recoveryCode' in answer ? changeSecurely(people, customer, 'recoveryUsed', start) : database.transaction(start);
      const started = await starting.catch((error: unknown) => {
        throw error instanceof Refusal && error.refusal === 'credentialsWrong' ? over() : error;
      });
      for (const [limit, whose] of places) await counters.clear(limit, whose);
      people.securityLog('signedIn', {
        ...{ customerId: customer.id, sessionId: started.session.id, ip: context.ip, device: started.session.device, by },
      });
      return answerTokens(people, customer, started);
    },
  };
};
