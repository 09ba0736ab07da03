import { useRef, useState, type ComponentProps, type RefObject } from 'react'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './form-text.ts'
import { PasswordField } from './password-field.tsx'

type Twice = { differ: boolean; confirmRef: RefObject<HTMLInputElement | null> }

/**
 * A new password is typed twice. `read` answers it, empty where the form lets it be left out; null when the two differ,
 * which is said, and the second is ready to be typed anew.
 * @param complaint what the toast says of two that differ
 */
export function usePasswordTwice(complaint = 'Passwords do not match') {
  const [differ, setDiffer] = useState(false)
  const confirmRef = useRef<HTMLInputElement>(null)
  const read = (form: FormData): string | null => {
    const password = textOf(form, 'password')
    const differs = password !== textOf(form, 'confirm')
    setDiffer(differs)
    if (!differs) return password
    toast.error(complaint)
    confirmRef.current?.select()
    return null
  }
  return { read, differ, confirmRef }
}

type Props = Omit<ComponentProps<typeof PasswordField>, 'name' | 'autoComplete' | 'ref'> &
  Twice & { confirmLabel?: string }

/** Both fields; what else is given is of the first. */
export function PasswordTwice({ differ, confirmRef, confirmLabel = 'Confirm Password', ...first }: Props) {
  return (
    <>
      <PasswordField {...first} name="password" autoComplete="new-password" />
      <PasswordField
        label={confirmLabel}
        name="confirm"
        autoComplete="new-password"
        ref={confirmRef}
        problem={differ ? 'Type the same password twice' : undefined}
        required={first.required}
      />
    </>
  )
}
