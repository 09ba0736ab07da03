import { useState, type FormEvent } from 'react'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { addDays } from '#shared/kernel/days.ts'
import { PAUSE_DAYS } from '#shared/platform/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Calendar } from './calendar.tsx'
import { FormActions } from './part.tsx'
import styles from './subscription.module.css'
import { dayText, type Next } from './texts.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

type FormProps = { of: Subscription; close: () => void }

/** Moves the next delivery to another roast day. */
export function MoveForm({ of, next, close }: FormProps & { next: Next }) {
  const id = of._id
  const [day, setDay] = useState(next.roastsOn)
  const change = useSubscriptionChange(of, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day === next.roastsOn) close()
    else
      change.mutate({
        send: () => call(subscriptions.move, { params: { id }, body: { number: next.number, on: day } }),
      })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <Calendar legend="Roasted on" days={of.movableTo} chosen={day} onChoose={setDay} />
      <p className="soft small lining">Later deliveries move too. The frequency stays the same.</p>
      <FormActions submit={`Move to ${dayText(day)}`} change={change} close={close} />
    </form>
  )
}

/** Pauses until a day, or until the buyer resumes. */
export function PauseForm({ of, close }: FormProps) {
  const id = of._id
  // The days are those of the shop, whose date may differ from the date of the device.
  const first = of.movableTo[0] ?? of.next?.roastsOn ?? ''
  const [until, setUntil] = useState(of.upcoming[0]?.roastsOn ?? first)
  const [isOpenEnded, setOpenEnded] = useState(false)
  const [problem, setProblem] = useState('')
  const change = useSubscriptionChange(of, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOpenEnded && until === '') return setProblem('Choose a day')
    change.mutate({
      send: (version) =>
        call(subscriptions.pause, { params: { id }, body: { until: isOpenEnded ? null : until, version } }),
    })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit} noValidate>
      {isOpenEnded ? null : (
        <Field
          label="Pause until"
          type="date"
          required
          value={until}
          min={first}
          max={first ? addDays(first, PAUSE_DAYS - 7) : undefined}
          problem={problem}
          hint="Deliveries resume after this day. We email you before the first charge."
          onChange={({ target }) => {
            setUntil(target.value)
            setProblem('')
          }}
        />
      )}
      <CheckField
        label="Pause until I resume it myself"
        checked={isOpenEnded}
        onChange={({ target }) => setOpenEnded(target.checked)}
      />
      <FormActions submit="Pause" change={change} close={close} />
    </form>
  )
}

/** Resumes with a delivery on a chosen roast day. */
export function ResumeForm({ of, close }: FormProps) {
  const id = of._id
  const [day, setDay] = useState(of.movableTo[0] ?? '')
  const change = useSubscriptionChange(of, close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ send: () => call(subscriptions.resume, { params: { id }, body: { on: day || null } }) })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <Calendar legend="First delivery roasted on" days={of.movableTo} chosen={day} onChoose={setDay} />
      <FormActions submit={day ? `Resume on ${dayText(day)}` : 'Resume'} change={change} close={close} />
    </form>
  )
}
