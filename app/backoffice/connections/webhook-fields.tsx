import type { Webhook } from '#shared/backoffice/api/webhooks.ts'
import { WEBHOOK_EVENTS, WEBHOOK_TYPES } from '#shared/platform/webhook-events.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import styles from './connections.module.css'

/** The address and the events of a webhook. @param of the stored values; left out for a new one */
export function WebhookFields({
  of,
  problems,
}: {
  of?: Pick<Webhook, 'url' | 'events'>
  problems: Problems
}) {
  return (
    <>
      <Field
        label="Address"
        name="url"
        type="url"
        maxLength={500}
        autoComplete="off"
        placeholder="https://"
        defaultValue={of?.url ?? ''}
        problem={problems.url}
        data-missing="Enter the address of the other program."
        required
      />
      <fieldset className={`grid gap-1 align-top ${styles.areas}`}>
        <legend className="label">Events</legend>
        {WEBHOOK_TYPES.map((type) => (
          <CheckField
            key={type}
            name="events"
            value={type}
            label={WEBHOOK_EVENTS[type]}
            hint={type}
            defaultChecked={of?.events.includes(type) ?? false}
          />
        ))}
      </fieldset>
      {problems.events ? (
        <p className="alarm" role="alert">
          {problems.events}
        </p>
      ) : null}
    </>
  )
}

/** What is typed; null if no event is chosen, which the form then shows. */
export function readWebhookFields(
  typed: FormData,
  showProblems: (found: Problems) => void,
): { url: string; events: Webhook['events'] } | null {
  const events = WEBHOOK_TYPES.filter((type) => typed.getAll('events').includes(type))
  if (events.length > 0) return { url: textOf(typed, 'url').trim(), events }
  showProblems({ events: 'Choose at least one event.' })
  return null
}
