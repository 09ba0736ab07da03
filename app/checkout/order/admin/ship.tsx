import { useRef, useState, type FormEvent } from 'react'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import type { ParcelToPack } from '#shared/shipping/api/labels.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { useProblems, FULL_URL_MESSAGE, type Problems } from '#app/platform/ui/use-problems.ts'
import { TrackingLink } from '#app/platform/orders/parcel.tsx'
import styles from './admin.module.css'
import { useOrderChange } from './use-order-change.ts'

/** Marks a paid order as shipped, with an optional tracking number. Of several parcels, each has its own number. */
export function Ship({ order }: { order: PackedOrder }) {
  const all = useOrderChange(
    order,
    () => call(orderAdmin.ship, { params: { id: order._id }, body: {} }),
    'Order shipped',
  )
  if (order.parcels.length > 0) {
    return (
      <Button look="line" busy={all.isPending} onClick={() => all.mutate()}>
        Mark All Parcels As Shipped
      </Button>
    )
  }
  return <TrackingForm order={order} action="Mark As Shipped" done="Order shipped" />
}

/** One parcel of several: since when it is on its way, its tracking, and a form for both. */
export function ShipParcel({ order, parcel }: { order: PackedOrder; parcel: ParcelToPack }) {
  const [isOpen, setOpen] = useState(false)
  const { number, leftAt, tracking } = parcel
  if (!order.parcels.some((each) => each.number === number)) return null
  const action = leftAt === null ? 'Mark This Parcel As Shipped' : 'Save tracking'
  return (
    <div className={`stack-1 items-left ${styles.tracking}`}>
      <p>
        <span className="soft">
          {leftAt === null ? 'Not shipped' : `Shipped ${formatDate(leftAt, 'dayAndTime')}`}
        </span>
        {tracking ? (
          <>
            , tracking <TrackingLink of={tracking} />
          </>
        ) : null}
      </p>
      {isOpen ? (
        <TrackingForm
          order={order}
          parcel={number}
          tracking={tracking}
          action={action}
          done={leftAt === null ? 'Parcel shipped' : 'Tracking saved'}
          onDone={() => setOpen(false)}
        />
      ) : (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {leftAt === null ? 'Ship this parcel' : 'Change tracking'}
        </Button>
      )}
    </div>
  )
}

/** The tracking number of a shipped order, with a form to change it. */
export function Tracking({ order }: { order: PackedOrder }) {
  const [isOpen, setOpen] = useState(false)
  if (order.parcels.length > 0) return null
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

type TrackingFormProps = {
  order: PackedOrder
  /** Of an order in several parcels. */
  parcel?: number
  tracking?: PackedOrder['tracking']
  action: string
  done: string
  onDone?: () => void
}

function TrackingForm({ order, parcel, tracking = order.tracking, action, done, onDone }: TrackingFormProps) {
  const [number, setNumber] = useState(tracking?.number ?? '')
  const [link, setLink] = useState(tracking?.url ?? '')
  const ship = useOrderChange(
    order,
    () =>
      call(orderAdmin.ship, {
        params: { id: order._id },
        body: { parcel, trackingNumber: number, trackingUrl: link },
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
