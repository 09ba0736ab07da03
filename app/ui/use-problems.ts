/** What is wrong with a form, said beside each field until that field is changed. */
import { useState, type FormEvent } from 'react'

/** What is wrong, by the name of the field; under the empty name, what is wrong with no field in particular. */
export type Problems = Readonly<Record<string, string>>

export type TextInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Spread `events` on a form, and give each field its problem by name. The browser's own checks then stand beside the
 * fields instead of in a bubble that goes away; without JavaScript the bubbles come.
 */
export function useProblems() {
  const [problems, setProblems] = useState<Problems>({})
  return {
    problems,
    /** Shows these problems and no others, and moves the focus to the first field that has one. */
    complain: (form: HTMLFormElement | null, found: Problems): void => {
      setProblems(found)
      focusFirst(form, found)
    },
    clear: (): void => setProblems({}),
    events: {
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const field = event.target as TextInput
        if (event.currentTarget.querySelector(':is(input, select, textarea):invalid') === field) field.focus()
        setProblems((known) => ({ ...known, [field.name]: problemOf(field) }))
      },
      onChangeCapture: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as TextInput
        setProblems(({ [name]: _changed, ...rest }) => rest)
      },
    },
  }
}

/** What to say of a required field without a value: its `data-missing`. */
export function missing({ dataset }: TextInput): string {
  return dataset.missing ?? 'Please fill this in.'
}

/** Said of a link that is none. */
export const WHOLE_LINK = 'Write the whole address of the page, with https:// before it.'

/** Moves the focus to the first field that has a problem. */
export function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const first = [...(form?.elements ?? [])].find(
    (field): field is TextInput => 'name' in field && Boolean(problems[(field as TextInput).name]),
  )
  first?.focus()
  // A password that nobody can see is typed again, not corrected.
  if (first?.getAttribute('autocomplete')?.endsWith('-password')) (first as HTMLInputElement).select()
}

/** What the browser's own check found wrong with a field, in words. */
export function problemOf(field: TextInput): string {
  const { validity, type } = field
  if (validity.valueMissing) return missing(field)
  if (validity.typeMismatch && type === 'email') return 'Write an address like name@example.com.'
  if (validity.typeMismatch && type === 'url') return WHOLE_LINK
  if (validity.badInput) return 'Numbers only, please.'
  if (validity.rangeUnderflow) return field.dataset.low ?? 'Zero or more, please.'
  if (validity.rangeOverflow) return field.dataset.high ?? 'That is too much.'
  return 'Please look at this again.'
}
