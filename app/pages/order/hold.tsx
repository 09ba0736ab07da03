import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { refresh } from '../../api/query.ts'
import styles from '../../orders/order.module.css'

type HoldProps = {
  /** What is held: `your bags`. */
  goods: string
  secondsLeft: number
  /** When the shop said so, by this machine's clock; only the difference counts. */
  saidAt: number
}

/** How long the shop still holds the goods. Eyes see it tick; ears hear it at five minutes and at one. */
export function Hold({ goods, secondsLeft, saidAt }: HoldProps) {
  const client = useQueryClient()
  const now = useSeconds()
  const left = Math.max(0, secondsLeft - Math.max(0, now - Math.floor(saidAt / 1000)))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) void refresh(client, 'orders', 'products')
  }, [isOver, client])
  if (isOver) {
    return (
      <p className={styles.hold} role="status">
        The hold on {goods} is running out this moment.
      </p>
    )
  }
  return (
    <div className={styles.hold}>
      <p>
        We hold {goods} for{' '}
        <span role="timer" aria-live="off" className={styles.clock}>
          {clockText(left)}
        </span>
      </p>
      <p className="visually-hidden" role="status">
        {warning(left)}
      </p>
    </div>
  )
}

/** The clock's whole seconds, told as they pass. */
function useSeconds(): number {
  return useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000))
}

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, 250)
  return () => clearInterval(timer)
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function warning(seconds: number): string {
  if (seconds <= 60) return 'Less than one minute left to pay'
  return seconds <= 300 ? 'Less than five minutes left to pay' : ''
}
