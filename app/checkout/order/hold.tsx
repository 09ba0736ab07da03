import { useQueryClient, useMutation } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { counted } from '#shared/kernel/counts.ts'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { refresh, ask } from '#app/platform/api/query.ts'
import styles from '#app/platform/orders/order.module.css'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

type HoldProps = {
  /** The text for the held items: `your bags`. */
  goods: string
  secondsLeft: number
  /** The time at which `secondsLeft` was received, in milliseconds of this device's clock. */
  receivedAt: number
  /** A button that asks for more time; missing if there is no more. */
  more?: ReactNode
}

/**
 * The remaining time of the hold. The visible clock changes every second. Screen readers announce the time only at five
 * minutes and at one minute.
 */
export function Hold({ goods, secondsLeft, receivedAt, more }: HoldProps) {
  const client = useQueryClient()
  const now = useSeconds()
  const left = Math.max(0, secondsLeft - Math.max(0, now - Math.floor(receivedAt / 1000)))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) void refresh(client, 'orders', 'products')
  }, [isOver, client])
  if (isOver) {
    return (
      <p className={`pad-top-2 rule-soft screen-only ${styles.hold}`} role="status">
        The hold on {goods} is ending now.
      </p>
    )
  }
  return (
    <div className={`flex wraps apart align-middle gap-0-2 pad-top-2 rule-soft screen-only ${styles.hold}`}>
      <p>
        We hold {goods} for{' '}
        <span role="timer" aria-live="off" className={styles.clock}>
          {clockText(left)}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {warning(left, Boolean(more))}
      </p>
      {more}
    </div>
  )
}

/** The current time in whole seconds. The component renders again each second. */
function useSeconds(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000))
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, 250)
  return () => clearInterval(timer)
}

const HOUR = 3600
const DAY = 24 * HOUR

/** Minutes and seconds, or whole hours or days: the goods of an unpaid delivery of a subscription are held for days. */
function clockText(seconds: number): string {
  if (seconds >= 2 * DAY) return counted(Math.floor(seconds / DAY), 'day')
  if (seconds >= 2 * HOUR) return counted(Math.floor(seconds / HOUR), 'hour')
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function warning(seconds: number, canExtend: boolean): string {
  const more = canExtend ? '. You can ask for more time' : ''
  if (seconds <= 60) return `Less than one minute left to pay${more}`
  return seconds <= 300 ? `Less than five minutes left to pay${more}` : ''
}

/** Lengthens the hold of an unpaid order, once (WCAG 2.2, 2.2.1). */
export function MoreTime({ order }: { order: Order }) {
  const client = useQueryClient()
  const params = { id: order._id }
  const extending = useMutation({
    mutationFn: () => call(orders.extendHold, { params }),
    onSuccess: (extended) => {
      client.setQueryData(ask(orders.one, { params }).queryKey, extended)
      toast.success(`You have ${Math.round((extended.holdSecondsLeft ?? 0) / 60)} minutes to pay`)
    },
    onError: (error) => {
      toast.error(error.message)
      return refresh(client, 'orders')
    },
  })
  return (
    <Button
      look="quiet"
      aria-label="I need more time"
      busy={extending.isPending}
      onClick={() => extending.mutate()}
    >
      More time
    </Button>
  )
}
