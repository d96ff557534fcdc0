import type { ComponentProps } from 'react';
import { TextInput } from '#ui/text-input.tsx';

/** An email field. `autoComplete` tells password managers which address belongs here. */
export function EmailInput(props: ComponentProps<'input'> & { autoComplete: string }) {
  return <TextInput name="email" type="email" autoCapitalize="none" spellCheck={false} required {...props} />;
}
