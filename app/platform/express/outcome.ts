/** What a wallet tells the page about a purchase. */
import type { Order } from '#shared/checkout/api/orders.ts'

/** What a wallet tells. After `paid` and `failed` nothing follows. */
export type Outcome = {
  /** The wallet waits for the buyer. */
  opened: () => void
  /** The buyer has confirmed. It is not known yet whether the order is placed and paid. */
  confirming: () => void
  paid: (order: Order & { guestLink?: string | undefined }) => void
  cancelled: () => void
  failed: (error: unknown) => void
}
