import { PasswordField } from '@bourse/ui';
import { PasswordMeter } from './PasswordMeter.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
  /** Whose it is: a password made of it is weak. */
  account?: string | undefined;
};

/** A password being chosen, with how strong it is until something is wrong with it. */
export const NewPassword = ({ account, error, ...field }: Props) => (
  <>
    <PasswordField {...field} {...{ error }} autoComplete="new-password" maxLength={128} required />
    {!error && <PasswordMeter password={field.value} {...(account === undefined ? {} : { account })} />}
  </>
);
