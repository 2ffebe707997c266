import { PasswordField } from '@bourse/ui';
import { PasswordMeter } from './PasswordMeter.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
  /** The account the password is for: a password built from it is weak. */
  account?: string | undefined;
};

/** A field for a new password. It shows the strength until there is an error to show. */
export const NewPassword = ({ account, error, ...field }: Props) => (
  <>
    <PasswordField {...field} {...{ error }} autoComplete="new-password" maxLength={128} required />
    {!error && <PasswordMeter password={field.value} {...(account === undefined ? {} : { account })} />}
  </>
);
