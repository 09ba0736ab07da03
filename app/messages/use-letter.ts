/** Sending what a visitor wrote: one state for the contact and the wholesale form. */
import { useRef, useState, type FormEvent } from 'react'
import { CallError } from '../api/call.ts'

/** Brings what was typed to the mail service, whose address begins with `base`; empty where it is this shop. */
export type Post = (typed: FormData, base: string) => Promise<{ status: 'success' | 'fail' }>

/** What is wrong with a field, by its name. */
export type Problems = Readonly<Record<string, string>>

/** `kept` is what was typed, when it was not sent; `reason` what the server said, where the writer can act on it. */
export type Outcome = { sent: true } | { sent: false; kept: FormData; reason: string | null }

/**
 * After either outcome the form is empty again (spec section 4). What could not be sent is not lost:
 * `putBack` fills it in again.
 */
export function useLetter(post: Post, base: string) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const { problems, events, findBlank } = useProblems()

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (busy || findBlank(element)) return
    const typed = new FormData(element)
    setOutcome(null)
    setBusy(true)
    const answer = await send(post, typed, base)
    // Keys that were pressed meanwhile have not been sent.
    const now = new FormData(element)
    element.reset()
    if (answer.sent)
      fill(
        element,
        [...now].filter(([name, value]) => value !== typed.get(name)),
      )
    setBusy(false)
    setOutcome(answer.sent ? answer : { ...answer, kept: now })
  }

  const putBack = () => {
    if (!form.current || outcome?.sent !== false) return
    fill(form.current, outcome.kept)?.focus()
    setOutcome(null)
  }

  return {
    busy,
    outcome,
    putBack,
    problems,
    form: { ref: form, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event), ...events },
  }
}

/** How it went, but for what was typed. */
async function send(
  post: Post,
  typed: FormData,
  base: string,
): Promise<{ sent: true } | { sent: false; reason: string | null }> {
  try {
    const { status } = await post(typed, base)
    return status === 'success' ? { sent: true } : { sent: false, reason: null }
  } catch (error) {
    const isTheirs = error instanceof CallError && (error.failure === 400 || error.failure === 429)
    return { sent: false, reason: isTheirs ? error.message : null }
  }
}

/** Writes into the fields of these names; answers the first of them. */
function fill(form: HTMLFormElement, typed: Iterable<[string, FormDataEntryValue]>): HTMLElement | null {
  let first: HTMLElement | null = null
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    if (typeof value === 'string') field.value = value
    first ??= field
  }
  return first
}

/** The browser's own checks, told in place instead of in a bubble. Without JavaScript the bubbles come. */
function useProblems() {
  const [problems, setProblems] = useState<Problems>({})
  return {
    problems,
    /** A required field that holds only blanks: the browser takes that for an answer. */
    findBlank: (form: HTMLFormElement): boolean => {
      const blank = [...form.elements].find(
        (field): field is HTMLInputElement =>
          'required' in field && Boolean(field.required) && (field as HTMLInputElement).value.trim() === '',
      )
      setProblems(blank ? { [blank.name]: missing(blank) } : {})
      blank?.focus()
      return blank !== undefined
    },
    events: {
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const field = event.target as HTMLInputElement
        if (event.currentTarget.querySelector('input:invalid, textarea:invalid') === field) field.focus()
        setProblems((known) => ({ ...known, [field.name]: problemOf(field) }))
      },
      onChangeCapture: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement
        setProblems(({ [name]: _mended, ...rest }) => rest)
      },
    },
  }
}

function problemOf(field: HTMLInputElement): string {
  const { validity, type } = field
  if (validity.valueMissing) return missing(field)
  if (validity.typeMismatch && type === 'email') return 'Write an address like name@example.com.'
  if (validity.badInput) return 'Numbers only, please.'
  if (validity.rangeUnderflow) return 'Zero or more, please.'
  if (validity.rangeOverflow) return 'That is more than we can roast.'
  return 'Please look at this again.'
}

function missing({ dataset }: HTMLInputElement): string {
  return dataset.missing ?? 'Please fill this in.'
}
