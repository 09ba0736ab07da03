import type { ComponentProps } from 'react'
import { toast } from '#app/platform/ui/toast.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { textOf } from '#app/platform/ui/form-text.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { config } from '#shared/site/api/config.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ask } from '#app/platform/api/query.ts'

/**
 * Reads a new password that was typed twice. Returns an empty text if both fields are empty. Returns null if the fields
 * differ, and says so in a toast and beside the second field.
 * @param showProblems shows a problem beside a field
 * @param message the toast if the fields differ
 */
export function readPasswordTwice(
  form: FormData,
  showProblems: (found: Problems) => void,
  message = 'Passwords do not match',
): string | null {
  const password = textOf(form, 'password')
  if (password === textOf(form, 'confirm')) return password
  toast.error(message)
  showProblems({ confirm: 'Type the same password twice' })
  return null
}

type Props = Omit<ComponentProps<typeof PasswordField>, 'name' | 'autoComplete' | 'problem'> & {
  confirmLabel?: string
  problems: Problems
  hint?: string
}

/** Both fields. The rule for passwords is below the first field. Other props are those of the first field. */
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

/**
 * For the loaders of pages with a new password. Never stale, because the rule changes only when the server restarts.
 */
export const passwordRule = { ...ask(config.passwords, {}), staleTime: Infinity, refetchOnWindowFocus: false }

/** The rule as text; undefined until it has been loaded. */
export function usePasswordRule(): string | undefined {
  const { data } = useQuery(passwordRule)
  if (!data) return undefined
  const length = `At least ${counted(data.minLength, 'character')}`
  return data.refusesCommon ? `${length}, and not one that many people use.` : `${length}.`
}
