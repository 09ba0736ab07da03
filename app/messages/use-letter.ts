/** Sending what a visitor wrote: one state for the contact and the wholesale form. */
import { useRef, useState, type FormEvent } from 'react'
import { CallError, fieldsIn } from '../api/call.ts'
import { missingMessage, useProblems, type Problems } from '../ui/use-problems.ts'

/** Brings what was typed to the mail service, whose address begins with `base`; empty where it is this shop. */
export type Post = (typed: FormData, base: string) => Promise<{ status: 'success' | 'fail' }>

/** Why it was not sent: what the server said, where the writer can act on it, and of which fields. */
type Failure = { sent: false; reason: string | null; problems: Problems }

/** `kept` is what was typed, when it was not sent. */
export type Outcome = { sent: true } | (Failure & { kept: FormData })

/**
 * After either outcome the form is empty again (spec section 4). What could not be sent is not lost:
 * `putBack` fills it in again.
 */
export function useLetter(post: Post, base: string) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const { problems, complain, clear, events } = useProblems()

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (busy) return
    const blank = blankIn(element)
    if (blank) return complain(element, { [blank.name]: missingMessage(blank) })
    clear()
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
    complain(form.current, outcome.problems)
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
async function send(post: Post, typed: FormData, base: string): Promise<{ sent: true } | Failure> {
  try {
    const { status } = await post(typed, base)
    return status === 'success' ? { sent: true } : { sent: false, reason: null, problems: {} }
  } catch (error) {
    const isTheirs = error instanceof CallError && (error.failure === 400 || error.failure === 429)
    return { sent: false, reason: isTheirs ? error.message : null, problems: letterFieldsIn(error) }
  }
}

/** The contract names fields as `mailerState.email`. */
function letterFieldsIn(error: unknown): Problems {
  return Object.fromEntries(
    Object.entries(fieldsIn(error)).map(([name, words]) => [name.replace(/^.*\./, ''), words]),
  )
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

/** The first required field that holds only spaces, which the browser takes for an answer. */
function blankIn(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (field): field is HTMLInputElement =>
      'required' in field && Boolean(field.required) && (field as HTMLInputElement).value.trim() === '',
  )
}
