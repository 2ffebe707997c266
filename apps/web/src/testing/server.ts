import { type CallArguments, type CallInput, type CallName, type CallOutput, calls, proofAnswer } from '@bourse/protocol/calls';

type Answer<Name extends CallName> =
  | CallOutput<Name>
  | ((input: CallArguments<Name>, commandId: string) => CallOutput<Name> | Promise<CallOutput<Name>>);
type Asked = { name: CallName; input: unknown; commandId: string | undefined };

/**
 * A fake exchange behind the typed client. The app's requests and the test's answers must both fit the declared shape of the call. A call
 * without a prepared answer fails the test by name.
 */
export class FakeServer {
  /** Every call of the test, in order. */
  asked: Asked[] = [];
  /** Errors during calls: the app may catch a failed call, but the test must still fail. */
  complaints: string[] = [];
  private answers = new Map<CallName, (input: never, commandId: string) => unknown>();

  /** Answers every call of this name. A function can inspect the input, or throw a `CallError`. */
  on<Name extends CallName>(name: Name, answer: Answer<Name>): void {
    this.answers.set(name, typeof answer === 'function' ? (answer as (input: never, commandId: string) => unknown) : () => answer);
  }

  /** The inputs sent under these names. */
  sent<Name extends CallName>(...names: Name[]): { name: Name; input: CallInput<Name>; commandId: string | undefined }[] {
    return this.asked.filter(({ name }) => (names as CallName[]).includes(name)) as ReturnType<FakeServer['sent']> as never;
  }

  async call(name: CallName, input: unknown, { commandId }: { commandId?: string } = {}): Promise<unknown> {
    this.asked.push({ name, input, commandId });
    const answer = this.answers.get(name);
    if (!answer) throw this.complain(`no answer was prepared for ${name} ${JSON.stringify(input)}`);
    // A proof travels next to the input of a call that takes one.
    const { proof, ...act } = fieldsOf(input);
    const proven = calls[name].proof !== null && proof !== undefined;
    if (proven && !proofAnswer.safeParse(proof).success) throw this.complain(`${name} was sent the proof ${JSON.stringify(proof)}`);
    const given = calls[name].input.safeParse(proven || input instanceof FormData ? act : input);
    if (!given.success) throw this.complain(`${name} was sent ${JSON.stringify(input)}: ${given.error.message}`);
    const output = await answer(given.data as never, commandId ?? '');
    const checked = calls[name].output.safeParse(output);
    if (!checked.success) throw this.complain(`the test answers ${name} with a wrong shape: ${checked.error.message}`);
    return output;
  }

  private complain(text: string): Error {
    this.complaints.push(text);
    return new Error(text);
  }

  reset(): void {
    this.asked = [];
    this.complaints = [];
    this.answers.clear();
  }
}

/** The fields of an input; of a form that uploads, those that are no files. */
const fieldsOf = (input: unknown): Record<string, unknown> =>
  input instanceof FormData ? Object.fromEntries([...input].filter(([, value]) => typeof value === 'string')) : { ...(input as object) };

export const server = new FakeServer();
