/** The shared parts of the contact and the wholesale form: the form itself, common fields and the honeypot. */
import { type ReactNode, useEffect, useRef, useState, type FormEvent } from 'react'
import { MESSAGE_MAX } from '#shared/mail/api/messages.ts'
import { useMailService } from '#app/platform/api/origin.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { EmailField, TextareaField } from '#app/platform/ui/field.tsx'
import { type Problems, missingMessage, useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './message-form.module.css'
import { useBusiness } from '#app/platform/api/business.ts'
import { useSearchParams } from 'react-router'
import { Alert } from '#app/platform/ui/alert.tsx'
import { CallError, fieldsIn } from '#app/platform/api/call.ts'

type MessageFormProps = {
  /** The path at the mail service. A browser without JavaScript sends the form to this path. */
  path: string
  post: Post
  /** The id of the heading that names the form. */
  labelledBy: string
  /** The text after success, and a second line below it. */
  thanks: string
  more?: string
  send: string
  children: (problems: Problems) => ReactNode
}

/** A form for a message to the shop, with the result of sending it. Works with and without JavaScript. */
export function MessageForm({ path, post, labelledBy, thanks, more, send, children }: MessageFormProps) {
  const base = useMailService()
  const { form, busy, outcome, restore, problems } = useMessageForm(post, base)
  return (
    <>
      <SendResult outcome={outcome} restore={restore} thanks={thanks} more={more} />
      <form
        {...form}
        action={base + path}
        method="post"
        aria-labelledby={labelledBy}
        className={`stack-3 align-top halves-48 ${styles.form}`}
      >
        {children(problems)}
        <Honeypot />
        <Button type="submit" busy={busy} className={styles.send}>
          {send}
        </Button>
      </form>
    </>
  )
}

/** The address to which the shop replies. */
export function ReplyAddressField({ problems }: { problems: Problems }) {
  return <EmailField data-missing="Tell us where to reply." problem={problems.email} />
}

/** @param missing the message if the field is empty */
export function MessageField({ problems, missing }: { problems: Problems; missing: string }) {
  return (
    <TextareaField
      label="Message"
      name="message"
      rows={6}
      maxLength={MESSAGE_MAX}
      required
      data-missing={missing}
      problem={problems.message}
    />
  )
}

/** A field that visitors do not see. If it is filled in, a bot sent the message. */
export function Honeypot() {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label>
        Homepage
        <input name="homepage" type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}

const FAILURE_TEXT =
  'Failed to send message: Something went wrong on our end... Please shoot us a message to: '

/**
 * The result of sending a form. It is announced to screen readers and focused. If the form was sent without JavaScript,
 * the result comes from `?sent=` in the URL. `thanks` is the text after success, with `more` below it.
 */
function SendResult({
  outcome,
  restore,
  thanks,
  more,
}: {
  outcome: Outcome | null
  restore: () => void
  thanks: string
  more?: string
}) {
  const brand = useBusiness()
  const [search] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) box.current?.focus()
  }, [outcome])
  const result = outcome ? (outcome.sent ? 'success' : 'fail') : search.get('sent')
  const field = fieldName(search.get('field'))
  return (
    <div ref={box} tabIndex={-1} className={styles.result}>
      {result === 'success' ? (
        <Alert>
          <p>{thanks}</p>
          {more ? <p>{more}</p> : null}
        </Alert>
      ) : null}
      {result === 'fail' ? (
        <Alert tone="danger">
          <p>
            {FAILURE_TEXT}
            <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
          </p>
          {outcome?.sent === false ? (
            <>
              {outcome.reason ? <p className="italic">{outcome.reason}</p> : null}
              <p>Your text is not lost.</p>
              <Button look="line" onClick={restore} className={styles.restore}>
                Put my text back
              </Button>
            </>
          ) : (
            <>
              {field ? <p className="italic">Please check this field: {field}.</p> : null}
              <p>Your text is still in the form: go back one page.</p>
            </>
          )}
        </Alert>
      ) : null}
    </div>
  )
}

/** A field's name in words: `type of business` for `typeOfBusiness`. */
function fieldName(field: string | null): string {
  return /^[a-z]{1,20}$/i.test(field ?? '')
    ? field!.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : ''
}

/** Sends the form to the mail service at `base`. An empty `base` means this server. */
type Post = (typed: FormData, base: string) => Promise<{ status: 'success' | 'fail' }>

/** Why the form was not sent. `reason` is the server's message if the visitor can act on it. */
type Failure = { sent: false; reason: string | null; problems: Problems }

/** `typed` is the content of a form that was not sent. */
type Outcome = { sent: true } | (Failure & { typed: FormData })

/**
 * Clears the form after success and after failure (test/SPEC.md, Home). After a failure `restore` fills it in again.
 */
function useMessageForm(post: Post, base: string) {
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
    const answer = await sendMessage(post, typed, base)
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
async function sendMessage(post: Post, typed: FormData, base: string): Promise<{ sent: true } | Failure> {
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
