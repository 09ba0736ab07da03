import type { ComponentProps } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Problems } from '../../ui/use-problems.ts'
import { textOf } from '../../ui/form-text.ts'
import { PasswordField } from './password-field.tsx'
import { usePasswordRule } from './password-rule.ts'

/**
 * Reads a new password, which is typed twice: empty where the form lets it be left out; null when the two differ, which
 * is a toast and stands beside the second field.
 * @param complain shows a problem beside a field
 * @param complaint what the toast says of two that differ (spec section 5)
 */
export function readPasswordTwice(
  form: FormData,
  complain: (found: Problems) => void,
  complaint = 'Passwords do not match',
): string | null {
  const password = textOf(form, 'password')
  if (password === textOf(form, 'confirm')) return password
  toast.error(complaint)
  complain({ confirm: 'Type the same password twice' })
  return null
}

type Props = Omit<ComponentProps<typeof PasswordField>, 'name' | 'autoComplete' | 'problem'> & {
  confirmLabel?: string
  problems: Problems
  hint?: string
}

/** Both fields, with the rule for passwords below the first; what else is given is of the first. */
export function PasswordTwice({ confirmLabel = 'Confirm Password', problems, hint = '', ...first }: Props) {
  const rule = usePasswordRule() ?? ''
  return (
    <>
      <PasswordField
        {...first}
        name="password"
        autoComplete="new-password"
        hint={[hint, rule].filter(Boolean).join(' ')}
        problem={problems.password}
        data-missing="Choose a password."
      />
      <PasswordField
        label={confirmLabel}
        name="confirm"
        autoComplete="new-password"
        problem={problems.confirm}
        required={first.required}
        data-missing="Type the same password twice"
      />
    </>
  )
}
