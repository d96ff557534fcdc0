import type { ComponentProps } from 'react';
import { TextInput } from '#ui/text-input.tsx';

type Props = ComponentProps<'input'> & {
  /** What password managers fill in or offer to save. */
  autoComplete: 'current-password' | 'new-password';
  /** Shows the password as plain text. */
  plain: boolean;
};

export function PasswordInput({ plain, ...rest }: Props) {
  return (
    <TextInput
      name="password"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...rest}
      type={plain ? 'text' : 'password'}
    />
  );
}
