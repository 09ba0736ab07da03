import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { events, MAX_PARTY, type ShopEvent } from '#shared/content/api/events.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Honeypot } from '#app/platform/messages/message-form.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { EmailField, Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf, textsOf } from '#app/platform/ui/form-text.ts'
import { useProblems, type Problems } from '#app/platform/ui/use-problems.ts'
import styles from './events.module.css'

/** The sign-up for an event. Works with and without JavaScript. */
export function SignUp({ event }: { event: ShopEvent }) {
  const { state } = event
  return (
    <section id="sign-up" className="stack-2 pad-top-3 rule-soft" aria-labelledby="sign-up-title">
      <h2 id="sign-up-title">Sign up</h2>
      {state === 'open' || state === 'full' ? <SignUpForm event={event} /> : <p>{CLOSED[state]}</p>}
    </section>
  )
}

const CLOSED = {
  ended: 'We take no more sign-ups.',
  closed: 'This event has begun, so sign-up is closed.',
  over: 'This event is over.',
  cancelled: 'This event is canceled. Everyone who signed up got an email.',
}

function SignUpForm({ event: { _id: id, state } }: { event: ShopEvent }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events: handlers } = useProblems()
  const sending = useMutation({
    mutationFn: (typed: FormData) => call(events.signUp, { params: { id }, body: bodyOf(typed) }),
    onSuccess: () => {
      form.current?.reset()
      return refresh(client, 'events')
    },
    onError: (error) => showProblems(form.current, fieldsIn(error)),
  })
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault()
    if (sending.isPending) return
    clear()
    sending.mutate(new FormData(submitted.currentTarget))
  }
  const isFull = state === 'full'
  return (
    <>
      <Result sent={sending.data?.status} error={sending.error} />
      <p>
        {isFull
          ? 'All seats are taken. Join the waiting list, and we will email you as soon as there is a seat for you.'
          : 'We will email you the details, and a link in case you cannot come.'}
      </p>
      <form
        {...handlers}
        ref={form}
        onSubmit={submit}
        action={urlOf(events.signUp, { params: { id } })}
        method="post"
        aria-labelledby="sign-up-title"
        className={`stack-3 align-top above-1 ${styles.form}`}
      >
        <Fields problems={problems} />
        <Honeypot />
        <Button type="submit" busy={sending.isPending} className={styles.send}>
          {isFull ? 'Join the waiting list' : 'Sign up'}
        </Button>
      </form>
    </>
  )
}

function Fields({ problems }: { problems: Problems }) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        data-missing="Tell us your name."
        problem={problems.name}
      />
      <EmailField data-missing="Enter your email." problem={problems.email} />
      <SelectField label="Seats" name="seats" required problem={problems.seats}>
        {Array.from({ length: MAX_PARTY }, (_, index) => (
          <option key={index} value={index + 1}>
            {counted(index + 1, 'seat')}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** The result of the sign-up, which gets the focus. Without JavaScript it comes from `?sent=` in the URL. */
function Result({ sent, error }: { sent?: string; error: Error | null }) {
  const [search] = useSearchParams()
  const box = useRef<HTMLDivElement>(null)
  const result = error ? 'fail' : (sent ?? search.get('sent'))
  useEffect(() => {
    if (sent || error) box.current?.focus()
  }, [sent, error])
  return (
    <div ref={box} tabIndex={-1} className={styles.result}>
      {result === 'success' ? (
        <Alert>
          You are on the list. We have emailed you the details, and a link in case you cannot come.
        </Alert>
      ) : null}
      {result === 'waiting' ? (
        <Alert>
          Not enough seats are free, so you are on the waiting list. If you had already signed up, nothing has
          changed. The email has the details.
        </Alert>
      ) : null}
      {result === 'fail' ? (
        <Alert tone="danger">{error?.message ?? failureOf(search.get('field'))}</Alert>
      ) : null}
    </div>
  )
}

function failureOf(field: string | null): string {
  return /^(name|email|seats)$/.test(field ?? '')
    ? `Please check this field: ${field}.`
    : 'You are not signed up. Please try again.'
}

function bodyOf(typed: FormData) {
  return { ...textsOf(typed, 'name', 'email', 'homepage'), seats: Number(textOf(typed, 'seats')) }
}
