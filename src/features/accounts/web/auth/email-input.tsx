import type { ComponentProps } from 'react';
import { TextInput } from '#ui/text-input.tsx';

/** An address is typed into it; `autoComplete` says to password managers which one. */
export function EmailInput(props: ComponentProps<'input'> & { autoComplete: string }) {
  return <TextInput name="email" type="email" autoCapitalize="none" spellCheck={false} required {...props} />;
}
