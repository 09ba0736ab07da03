/** Validation messages of a form, each shown beside its field until that field changes. */
import { useState, type FormEvent } from 'react'

/** Messages by field name. The key of a message that belongs to no field is the empty string. */
export type Problems = Readonly<Record<string, string>>

export type TextInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Spread `events` on a form, and give each field its problem by name. The results of the browser's own validation are
 * then shown beside the fields. Without JavaScript, the browser shows its own messages.
 */
export function useProblems() {
  const [problems, setProblems] = useState<Problems>({})
  return {
    problems,
    /** Replaces all problems, and moves the focus to the first field that has one. */
    showProblems: (form: HTMLFormElement | null, found: Problems): void => {
      setProblems(found)
      focusFirst(form, found)
    },
    clear: (): void => setProblems({}),
    events: {
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const field = event.target as TextInput
        if (event.currentTarget.querySelector(':is(input, select, textarea):invalid') === field) field.focus()
        setProblems((others) => ({ ...others, [field.name]: problemOf(field) }))
      },
      onChangeCapture: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as TextInput
        setProblems(({ [name]: _changed, ...rest }) => rest)
      },
    },
  }
}

/** The message for a required field without a value: its `data-missing`. */
export function missingMessage({ dataset }: TextInput): string {
  return dataset.missing ?? 'Please fill this in.'
}

/** The message for an invalid URL. */
export const FULL_URL_MESSAGE = 'Enter the full address of the page, starting with https://.'

/** Moves the focus to the first field that has a problem. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const first = [...(form?.elements ?? [])].find(
    (field): field is TextInput => 'name' in field && Boolean(problems[(field as TextInput).name]),
  )
  first?.focus()
  // The text of a password field is selected, because users cannot see it and type it again.
  if (first?.getAttribute('autocomplete')?.endsWith('-password')) (first as HTMLInputElement).select()
}

/** The message for the problem that the browser's own validation found in a field. */
export function problemOf(field: TextInput): string {
  const { validity, type } = field
  if (validity.valueMissing) return missingMessage(field)
  if (validity.typeMismatch && type === 'email') return 'Enter an address like name@example.com.'
  if (validity.typeMismatch && type === 'url') return FULL_URL_MESSAGE
  if (validity.badInput) return 'Enter numbers only.'
  if (validity.rangeUnderflow) return field.dataset.low ?? 'Enter zero or more.'
  if (validity.rangeOverflow) return field.dataset.high ?? 'This number is too large.'
  if (validity.customError) return field.validationMessage
  return 'Please check this value.'
}
