import { useRef, useState, type FormEvent } from 'react'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { useProblems, FULL_URL_MESSAGE, type Problems } from '#app/platform/ui/use-problems.ts'
import { TrackingLink } from '#app/platform/orders/parcel.tsx'
import styles from './admin.module.css'
import { useOrderChange } from './use-order-change.ts'

/** Marks a paid order as shipped, with an optional tracking number. */
export function Ship({ order }: { order: PackedOrder }) {
  return <TrackingForm order={order} action="Mark As Shipped" done="Order shipped" />
}

/** The tracking number of a shipped order, with a form to change it. */
export function Tracking({ order }: { order: PackedOrder }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`stack-1 items-left ${styles.tracking}`}>
      <p>
        <span className="soft">Tracking</span>{' '}
        {order.tracking ? <TrackingLink of={order.tracking} /> : 'none'}
      </p>
      {isOpen ? (
        <TrackingForm
          order={order}
          action="Save tracking"
          done="Tracking saved"
          onDone={() => setOpen(false)}
        />
      ) : (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {order.tracking ? 'Change tracking' : 'Add tracking'}
        </Button>
      )}
    </div>
  )
}

type TrackingFormProps = { order: PackedOrder; action: string; done: string; onDone?: () => void }

function TrackingForm({ order, action, done, onDone }: TrackingFormProps) {
  const [number, setNumber] = useState(order.tracking?.number ?? '')
  const [link, setLink] = useState(order.tracking?.url ?? '')
  const ship = useOrderChange(
    order,
    () =>
      call(orderAdmin.ship, {
        params: { id: order._id },
        body: { trackingNumber: number, trackingUrl: link },
      }),
    done,
  )
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ship.isPending) return
    ship.mutate(undefined, {
      onSuccess: onDone,
      onError: (error) => showProblems(form.current, problemsIn(error)),
    })
  }
  return (
    <form ref={form} {...events} className="stack-2" onSubmit={submit}>
      <Field
        label="Tracking number"
        name="trackingNumber"
        problem={problems.trackingNumber}
        value={number}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setNumber(event.target.value)}
      />
      <Field
        label="Tracking link"
        name="trackingUrl"
        problem={problems.trackingUrl}
        type="url"
        value={link}
        maxLength={500}
        autoComplete="off"
        placeholder="https://"
        hint="Not needed for USPS"
        onChange={(event) => setLink(event.target.value)}
      />
      <Button type="submit" busy={ship.isPending}>
        {action}
      </Button>
    </form>
  )
}

/** The problems by field. An invalid link has the same message as the browser's own validation. */
function problemsIn(error: Error): Problems {
  const fields = fieldsIn(error)
  return fields.trackingUrl ? { ...fields, trackingUrl: FULL_URL_MESSAGE } : fields
}
