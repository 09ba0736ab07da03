import type { Order } from '#shared/checkout/api/orders.ts'
import styles from './gift.module.css'

/** Marks an order as a gift, in lists. */
export function GiftMark() {
  return <span className={`box nowrap ${styles.mark}`}>Gift</span>
}

/** Says that an order is a gift, and shows its note. */
export function GiftFacts({ gift }: { gift: NonNullable<Order['gift']> }) {
  return (
    <div className="stack-1">
      <p>
        <GiftMark /> The packing slip has no prices{gift.note ? ', and this note:' : '.'}
      </p>
      {gift.note ? <GiftNote>{gift.note}</GiftNote> : null}
    </div>
  )
}

/** The note of a gift, with its line breaks. */
export function GiftNote({ children }: { children: string }) {
  return <p className={`italic pre-line break-words ${styles.note}`}>{children}</p>
}
