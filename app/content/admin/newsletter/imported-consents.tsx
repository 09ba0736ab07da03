import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { newsletters } from '#shared/content/api/newsletters.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { SOURCE_NAMES } from '#shared/platform/newsletters.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './newsletter.module.css'

type Waiting = Reply<typeof newsletters.imported>['sources'][number]

/** The consents that came with imported customers. Only the owner decides about them. */
export function ImportedConsents() {
  const { data } = useQuery(ask(newsletters.imported, {}))
  if (!data || (data.sources.length === 0 && data.queued === 0)) return null
  return (
    <section aria-labelledby="imported-consents">
      <h2 id="imported-consents">Consents from another shop</h2>
      {data.queued > 0 ? (
        <p role="status">{counted(data.queued, 'person', 'people')} will get the email that asks them.</p>
      ) : null}
      {data.sources.map((waiting) => (
        <Decision key={waiting.source} waiting={waiting} />
      ))}
    </section>
  )
}

function Decision({ waiting }: { waiting: Waiting }) {
  const { source, people, undated } = waiting
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const { accepting, asking } = useDecision(source, (error) => showProblems(form.current, fieldsIn(error)))
  const isBusy = accepting.isPending || asking.isPending
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    clear()
    const typed = new FormData(event.currentTarget)
    accepting.mutate({ how: textOf(typed, 'how'), on: textOf(typed, 'on') })
  }
  const askEach = () => {
    const text = `Email ${counted(people, 'person', 'people')} now, and ask each of them to confirm?`
    // oxlint-disable-next-line no-alert -- an email cannot be taken back
    if (!isBusy && confirm(text)) asking.mutate()
  }
  const error = asking.error ?? (Object.keys(problems).length === 0 ? accepting.error : null)
  return (
    <form
      {...events}
      ref={form}
      onSubmit={submit}
      className={`stack-2 items-left pad-top-2 ${styles.exclude}`}
      aria-label={SOURCE_NAMES[source]}
    >
      <About waiting={waiting} />
      <Field
        label="Where and how they agreed"
        name="how"
        maxLength={300}
        required
        autoComplete="off"
        hint="Such as “Box at the checkout of our Shopify shop, not ticked by default”. It is stored with each consent"
        problem={problems.how}
      />
      {undated > 0 ? (
        <Field
          label={`Day for the ${formatNumber(undated)} without a date`}
          name="on"
          type="date"
          required
          problem={problems.on}
        />
      ) : null}
      {error ? <Alert tone="danger">{error.message}</Alert> : null}
      <div className="row-1-2">
        <Button type="submit" look="line" busy={accepting.isPending}>
          Accept
        </Button>
        <Button look="quiet" busy={asking.isPending} onClick={askEach}>
          Ask each by email
        </Button>
      </div>
    </form>
  )
}

function About({ waiting }: { waiting: Waiting }) {
  return (
    <p>
      <strong>
        {counted(waiting.people, 'person', 'people')} agreed in {SOURCE_NAMES[waiting.source]}
      </strong>
      {datesText(waiting)}. They get no newsletters yet. Accept these consents if you can prove them, or ask
      each person by one email.
    </p>
  )
}

/** @param onProblem shows a refusal at its field */
function useDecision(source: Waiting['source'], onProblem: (error: Error) => void) {
  const client = useQueryClient()
  const done = ({ message }: { message: string }) => {
    toast.success(message)
    // The form disappears.
    focusHeading()
    return refresh(client, 'newsletters')
  }
  const accepting = useMutation({
    mutationFn: (typed: { how: string; on: string }) =>
      call(newsletters.acceptImported, { body: { source, ...typed } }),
    onSuccess: done,
    onError: onProblem,
  })
  const asking = useMutation({
    mutationFn: () => call(newsletters.askImported, { body: { source } }),
    onSuccess: done,
  })
  return { accepting, asking }
}

function datesText({ first, last, undated, people }: Waiting): string {
  if (!first || !last) return ', on days that the file does not have'
  const days = [first, last].map((day) => formatDate(day, 'shortDay'))
  const span = days[0] === days[1] ? ` on ${days[0]}` : ` from ${days[0]} to ${days[1]}`
  return undated > 0 ? `${span} (${formatNumber(people - undated)} of them have a date)` : span
}
