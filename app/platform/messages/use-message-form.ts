/** The state of the contact and the wholesale form. */
import { useRef, useState, type FormEvent } from 'react'
import { CallError, fieldsIn } from '../api/call.ts'
import { missingMessage, useProblems, type Problems } from '../ui/use-problems.ts'

/** Sends the form to the mail service at `base`. An empty `base` means this server. */
export type Post = (typed: FormData, base: string) => Promise<{ status: 'success' | 'fail' }>

/** Why the form was not sent. `reason` is the server's message if the visitor can act on it. */
type Failure = { sent: false; reason: string | null; problems: Problems }

/** `typed` is the content of a form that was not sent. */
export type Outcome = { sent: true } | (Failure & { typed: FormData })

/**
 * Clears the form after success and after failure (test/SPEC.md, Home). After a failure `restore` fills it in again.
 */
export function useMessageForm(post: Post, base: string) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const { problems, showProblems, clear, events } = useProblems()

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (busy) return
    const blank = blankIn(element)
    if (blank) return showProblems(element, { [blank.name]: missingMessage(blank) })
    clear()
    const typed = new FormData(element)
    setOutcome(null)
    setBusy(true)
    const answer = await send(post, typed, base)
    // The text in the form may have been typed while the request was running, so it was not sent.
    const now = new FormData(element)
    element.reset()
    if (answer.sent)
      fill(
        element,
        [...now].filter(([name, value]) => value !== typed.get(name)),
      )
    setBusy(false)
    setOutcome(answer.sent ? answer : { ...answer, typed: now })
  }

  const restore = () => {
    if (!form.current || outcome?.sent !== false) return
    fill(form.current, outcome.typed)?.focus()
    showProblems(form.current, outcome.problems)
    setOutcome(null)
  }

  return {
    busy,
    outcome,
    restore,
    problems,
    form: { ref: form, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event), ...events },
  }
}

/** Sends the form. Never throws. */
async function send(post: Post, typed: FormData, base: string): Promise<{ sent: true } | Failure> {
  try {
    const { status } = await post(typed, base)
    return status === 'success' ? { sent: true } : { sent: false, reason: null, problems: {} }
  } catch (error) {
    const canBeCorrected = error instanceof CallError && (error.failure === 400 || error.failure === 429)
    return { sent: false, reason: canBeCorrected ? error.message : null, problems: problemsIn(error) }
  }
}

/** The messages by field name. A field that the contract names `mailerState.email` is `email` in the form. */
function problemsIn(error: unknown): Problems {
  return Object.fromEntries(
    Object.entries(fieldsIn(error)).map(([name, message]) => [name.replace(/^.*\./, ''), message]),
  )
}

/** Fills in the fields by name and returns the first of them. */
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

/** The first required field that contains only spaces. The browser's own validation accepts such a field. */
function blankIn(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.elements].find(
    (field): field is HTMLInputElement =>
      'required' in field && Boolean(field.required) && (field as HTMLInputElement).value.trim() === '',
  )
}
