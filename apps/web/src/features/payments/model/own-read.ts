import { type CallInput, type CallName, type CallOutput, type ReadOptions, type Remote, useIsDemo, useRead } from '../../../data/index.ts';

/** A read of real money: nothing is asked for a visitor or a demo account, which the exchange would refuse. */
export function useOwnRead<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  { enabled = true, ...options }: Omit<ReadOptions, 'needsSession'> = {},
): Remote<CallOutput<Name>> {
  const demo = useIsDemo();
  return useRead(name, input, { ...options, needsSession: true, enabled: enabled && !demo });
}
