import { formatDate } from '#shared/kernel/dates.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { Order } from './use-order.ts'
import { entriesOf, splitOf, type SendingOrder } from './use-sending.ts'

/** Why the order was refused, and what is possible instead. Nothing that was typed is lost. */
export function Refused({ sending, order }: { sending: SendingOrder; order: Order }) {
  const { error, code } = sending
  if (!error) return null
  return (
    <Alert tone="danger">
      <p>{error.message}.</p>
      <div className="row-1-2 pad-top-1">
        {code === 'po' ? (
          <Button look="line" onClick={() => sending.send({ repeatsPo: true })}>
            Send it again
          </Button>
        ) : null}
        {code === 'prepaid' ? (
          <Button look="line" onClick={() => sending.send({ payBy: 'now' })}>
            Order and pay now
          </Button>
        ) : null}
        {code === 'full' ? <FullDay sending={sending} order={order} /> : null}
      </div>
    </Alert>
  )
}

function FullDay({ sending, order }: { sending: SendingOrder; order: Order }) {
  const { data } = sending
  const split = splitOf(data)
  const day = typeof data['day'] === 'string' ? data['day'] : null
  const sendPart = async ({ now, later, laterOn }: NonNullable<typeof split>) => {
    const placed = await sending.sendAsync({ lines: now }).catch(() => null)
    if (!placed) return
    // The rest becomes an order of its own, which the buyer sends.
    order.write({ entries: entriesOf(later), deliversOn: laterOn })
    sending.reset()
    const rest = formatDate(laterOn, 'shortWeekday')
    toast.success(`No. ${placed.number} has what fits. Send the rest for ${rest}`)
  }
  return (
    <>
      {day ? (
        <Button
          look="line"
          onClick={() => {
            order.write({ deliversOn: day })
            sending.send({ deliversOn: day })
          }}
        >
          All of it on {formatDate(day, 'shortWeekday')}
        </Button>
      ) : null}
      {split ? (
        <Button look="line" onClick={() => void sendPart(split)}>
          A part now, the rest on {formatDate(split.laterOn, 'shortWeekday')}
        </Button>
      ) : null}
    </>
  )
}
