import { type ReactNode, useCallback, useRef, useState } from 'react';
import {
  type BegunProof,
  beginProof,
  type CallError,
  type CallInput,
  type CallName,
  type CallOutput,
  type ProofParts,
  sendProven,
} from '../../../data/index.ts';
import { placeOf } from '../model/refusals.ts';
import { ProofSheet } from './ProofSheet.tsx';

export type Proving<Name extends CallName, Output = CallOutput<Name>> = {
  /** The act as the person should read it before confirming, such as amount and address of a payout. */
  about?: ReactNode;
  /** The call was answered. The sheet has closed. */
  onDone: (output: Output, input: CallInput<Name>) => void | Promise<void>;
  /**
   * The act itself was refused, not the proof. Return true where the screen shows it at a field of its own: the sheet closes. Otherwise the sheet
   * shows the server's sentence.
   */
  onRefused?: (error: CallError) => boolean;
  /** Sends the call with its proof. Without it, the call goes out as it is; a command brings its own way, with its command id. */
  send?: (input: CallInput<Name>, proof: ProofParts & { id: string }, commandId: string | undefined) => Promise<Output>;
};

type Asked<Name extends CallName> = { input: CallInput<Name>; commandId: string | undefined };

/**
 * Confirms an act with the customer's factors. Call `ask(input)` where the form would send the call, and render `sheet` once: it begins the proof,
 * asks for what the server says is needed (pay password with a code or a passkey, or less where less suffices), sends the call with the answer and
 * closes. A wrong code keeps the sheet open and loses nothing. A proof that ran out is begun anew. What is confirmed is the input given to `ask`:
 * a change of the form afterwards is not sent.
 *
 * ```tsx
 * const payout = useProof('POST pay/withdrawal', { about: <Summary … />, onDone: ({ id }) => navigate(…) });
 * <Button onClick={() => payout.ask({ channel, asset, amount, destinationId })} busy={payout.busy}>Withdraw</Button>
 * {payout.sheet}
 * ```
 */
export function useProof<Name extends CallName, Output = CallOutput<Name>>(
  name: Name,
  { about, onDone, onRefused, send }: Proving<Name, Output>,
) {
  const [asked, setAsked] = useState<Asked<Name>>();
  const [begun, setBegun] = useState<BegunProof>();
  const [failed, setFailed] = useState<CallError>();
  const [again, setAgain] = useState(false);
  const latest = useRef({ onDone, onRefused, send });
  latest.current = { onDone, onRefused, send };
  /** A sheet that was closed and opened again does not take the answer to the earlier question. */
  const turn = useRef(0);

  const begin = useCallback(
    async (one: Asked<Name>, anew = false) => {
      turn.current += 1;
      const mine = turn.current;
      // What was typed for the earlier proof stays in the sheet.
      if (!anew) setBegun(undefined);
      setFailed(undefined);
      try {
        const proof = await beginProof(name, one.input, one.commandId);
        if (mine === turn.current) setBegun(proof);
      } catch (error) {
        if (mine !== turn.current) return;
        const refusal = error as CallError;
        // The gateway reads the act's input first, and refuses what the act would.
        if (placeOf(refusal.code) === undefined && latest.current.onRefused?.(refusal)) setAsked(undefined);
        else setFailed(refusal);
      }
    },
    [name],
  );
  const ask = useCallback(
    (input: CallInput<Name>, commandId?: string) => {
      const one = { input, commandId };
      setAgain(false);
      setAsked(one);
      void begin(one);
    },
    [begin],
  );
  const close = useCallback(() => {
    turn.current += 1;
    setAsked(undefined);
    setBegun(undefined);
    setFailed(undefined);
  }, []);

  /** Resolves with a refusal to show, or with nothing once the act is done. */
  const answer = async (parts: ProofParts): Promise<CallError | undefined> => {
    if (!asked || !begun) return undefined;
    const proof = { id: begun.id, ...parts };
    try {
      const { input, commandId } = asked;
      const output = await (latest.current.send?.(input, proof, commandId) ?? sendProven(name, input, proof, { commandId }));
      close();
      // Without a way of its own, the call's output is what the screen gets.
      await latest.current.onDone(output as Output, input);
      return undefined;
    } catch (error) {
      const refusal = error as CallError;
      const place = placeOf(refusal.code);
      if (place === 'again') {
        setAgain(true);
        await begin(asked, true);
        return undefined;
      }
      if (place === undefined && latest.current.onRefused?.(refusal)) {
        close();
        return undefined;
      }
      return refusal;
    }
  };

  const sheet = asked && <ProofSheet {...{ begun, failed, about, again, answer }} onClose={close} onRetry={() => void begin(asked)} />;
  return { ask, sheet, busy: asked !== undefined && begun === undefined && failed === undefined };
}
