import { useState, type ReactNode } from 'react'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { PAUSE_DAYS } from '#shared/platform/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import {
  ChangeForm,
  OpenButton,
  Opened,
  useSubscriptionChange,
  type FormProps,
  type OpenForm,
} from './part.tsx'
import styles from './subscription.module.css'
import { arrivalText, costText, cutOffText, dayText, type Next } from './texts.ts'
import { Calendar } from './calendar.tsx'

/** The next delivery: when it is charged, until when it can be changed, and the buttons that change its date. */
export function NextDelivery({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const { status, next } = of
  const isActive = status === 'active'
  const { noDays } = deliveryDayWords(useRoasts())
  return (
    <section className={`stack-2 pad-3 box mat break-words ${styles.next}`} aria-labelledby="next">
      <h2 id="next">{isActive ? 'Next delivery' : 'Paused'}</h2>
      {next ? <Planned of={of} next={next} /> : null}
      {next ? null : (
        <p>{isActive ? `${noDays}. ${WRITES_FIRST}` : 'Nothing is charged until you resume.'}</p>
      )}
      {isActive ? (
        <ActiveButtons of={of} next={next} forms={forms} />
      ) : (
        <ResumeButtons of={of} forms={forms} />
      )}
      <DateForm of={of} forms={forms} />
      {of.upcoming.length > 0 && isActive ? (
        <p className="lining pad-top-2 rule-soft soft">
          Then {of.upcoming.map(({ roastsOn }) => dayText(roastsOn)).join(' · ')}
        </p>
      ) : null}
    </section>
  )
}

const WRITES_FIRST = 'We will email you a date before we charge anything.'

function Planned({ of, next }: { of: Subscription; next: Next }) {
  const { isPickup, paymentMethod, status } = of
  const { label } = deliveryDayWords(useRoasts())
  return (
    <>
      <p className={styles.day}>{formatDate(next.roastsOn, 'weekday')}</p>
      {status === 'active' ? null : <p>Your subscription resumes with this delivery.</p>}
      {next.isWaiting ? (
        <p>
          <strong>This delivery has to wait.</strong> {next.reason} You are charged when it ships. If you do
          not want to wait, choose another coffee or skip this delivery.
        </p>
      ) : null}
      <dl className={`pad-y-2 lining ${styles.facts}`}>
        <div>
          <dt>Charged</dt>
          <dd>
            {dayText(next.chargesOn)}
            {paymentMethod ? `, with PayPal ${paymentMethod.label}`.trimEnd() : ''}
          </dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>{costText(next, isPickup)}</dd>
        </div>
        <div>
          <dt>{label}</dt>
          <dd>{dayText(next.roastsOn)}</dd>
        </div>
        <div>
          <dt>{isPickup ? 'Pickup' : 'Arrives'}</dt>
          <dd>{arrivalText(next, isPickup)}</dd>
        </div>
      </dl>
      <p className={styles.cutOff}>{cutOffText(next)}</p>
    </>
  )
}

function ActiveButtons({ of, next, forms }: { of: Subscription; next: Next | null; forms: OpenForm }) {
  const id = of._id
  const change = useSubscriptionChange(of)
  if (forms.open === 'move' || forms.open === 'pause') return null
  const skip = () =>
    next &&
    change.mutate({
      send: () => call(subscriptions.skip, { params: { id }, body: { number: next.number } }),
    })
  return (
    <div className={styles.actions}>
      {next ? (
        <>
          <Button look="line" busy={change.isPending} onClick={skip}>
            Skip this delivery
          </Button>
          <OpenButton look="line" name="move" forms={forms}>
            Move it
          </OpenButton>
        </>
      ) : null}
      <OpenButton look="line" name="pause" forms={forms}>
        Pause
      </OpenButton>
    </div>
  )
}

function ResumeButtons({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const id = of._id
  const change = useSubscriptionChange(of)
  if (forms.open === 'resume') return null
  return (
    <div className={styles.actions}>
      <Button
        busy={change.isPending}
        onClick={() =>
          change.mutate({ send: () => call(subscriptions.resume, { params: { id }, body: { on: null } }) })
        }
      >
        Resume now
      </Button>
      <OpenButton look="line" name="resume" forms={forms}>
        Resume on a day
      </OpenButton>
    </div>
  )
}

function DateForm({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const form = dateFormOf(of, forms)
  return form && <Opened label={form.label}>{form.content}</Opened>
}

/** The open form about dates. It is left out if it no longer fits the status, because of a change in another tab. */
export function dateFormOf(of: Subscription, forms: OpenForm): { label: string; content: ReactNode } | null {
  const isActive = of.status === 'active'
  const props = { of, close: forms.close }
  if (forms.open === 'move' && isActive && of.next)
    return { label: 'Move the next delivery', content: <MoveForm {...props} next={of.next} /> }
  if (forms.open === 'pause' && isActive) return { label: 'Pause', content: <PauseForm {...props} /> }
  if (forms.open === 'resume' && !isActive)
    return { label: 'Resume on a day', content: <ResumeForm {...props} /> }
  return null
}

/** Moves the next delivery to another day. */
function MoveForm({ of, next, close }: FormProps & { next: Next }) {
  const id = of._id
  const [day, setDay] = useState(next.roastsOn)
  const { label } = deliveryDayWords(useRoasts())
  const change = () => {
    if (day === next.roastsOn) {
      close()
      return null
    }
    const body = { number: next.number, on: day }
    return {
      send: (version: number) => call(subscriptions.move, { params: { id }, body: { ...body, version } }),
    }
  }
  return (
    <ChangeForm of={of} close={close} submit={`Move to ${dayText(day)}`} change={change}>
      <Calendar legend={`${label} on`} days={of.movableTo} chosen={day} onChoose={setDay} />
      <p className="soft small lining">Later deliveries move too. The frequency stays the same.</p>
    </ChangeForm>
  )
}

/** Pauses until a day, or until the buyer resumes. */
function PauseForm({ of, close }: FormProps) {
  const id = of._id
  // The days are those of the shop, whose date may differ from the date of the device.
  const first = of.movableTo[0] ?? of.next?.roastsOn ?? ''
  const [until, setUntil] = useState(of.upcoming[0]?.roastsOn ?? first)
  const [isOpenEnded, setOpenEnded] = useState(false)
  const [problem, setProblem] = useState('')
  const change = () => {
    const day = isOpenEnded ? null : until
    if (day === '') {
      setProblem('Choose a day')
      return null
    }
    return {
      send: (version: number) => call(subscriptions.pause, { params: { id }, body: { until: day, version } }),
    }
  }
  return (
    <ChangeForm of={of} close={close} submit="Pause" change={change} noValidate>
      {isOpenEnded ? null : (
        <Field
          label="Pause until"
          type="date"
          required
          value={until}
          min={first}
          max={first ? addDays(first, PAUSE_DAYS - 7) : undefined}
          problem={problem}
          hint="Deliveries resume after this day. An email comes before the first charge."
          onChange={({ target }) => {
            setUntil(target.value)
            setProblem('')
          }}
        />
      )}
      <CheckField
        label="Pause until it is resumed"
        checked={isOpenEnded}
        onChange={({ target }) => setOpenEnded(target.checked)}
      />
    </ChangeForm>
  )
}

/** Resumes with a delivery on a chosen day. */
function ResumeForm({ of, close }: FormProps) {
  const id = of._id
  const [day, setDay] = useState(of.movableTo[0] ?? '')
  const { label } = deliveryDayWords(useRoasts())
  const change = () => ({
    send: (version: number) =>
      call(subscriptions.resume, { params: { id }, body: { on: day || null, version } }),
  })
  return (
    <ChangeForm of={of} close={close} submit={day ? `Resume on ${dayText(day)}` : 'Resume'} change={change}>
      <Calendar
        legend={`First delivery ${label.toLowerCase()} on`}
        days={of.movableTo}
        chosen={day}
        onChoose={setDay}
      />
    </ChangeForm>
  )
}
