/** Buyers continuously order and pay while the database fails, and record every invalid response. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../visitor.ts'
import { newBuyer, openPayment, placeOrder, purchase, settled, Unexpected, type Purchase } from './buying.ts'
import { choose, type Caller } from './caller.ts'

const PAUSE_MS = 100
/** If the shop still refuses requests after this time, it has not recovered. */
const GIVE_UP_MS = 60_000

export type OrderLoad = {
  /** One sentence per invalid response. */
  wrong: string[]
  /** Number of acknowledged orders. */
  orders: () => number
  /** Time of the last 503 (`performance.now()`); 0 without one. */
  lastRefusedAt: () => number
  /** Number of 503 responses. */
  refusals: () => number
  /** Resolves when every buyer has had another order acknowledged. */
  untilAllBought: () => Promise<void>
  /**
   * Lets every buyer finish, then compares everything that was acknowledged with the shop.
   * @param capturedWithinMs time limit for interrupted payments; null to not wait for them
   */
  finish: (capturedWithinMs: number | null) => Promise<void>
}

/**
 * Registers the buyers, who then buy continuously.
 * @param productIds products with a large stock
 */
export async function startOrders(origin: string, productIds: string[], buyers: number): Promise<OrderLoad> {
  const seen = { wrong: [] as string[], lastRefusedAt: 0, refusals: 0 }
  const purchases: { buyer: Caller; bought: Purchase }[] = []
  const stopping = new AbortController()
  const callers = await Promise.all(Array.from({ length: buyers }, () => newBuyer(origin)))
  const rounds = callers.map(() => 0)
  const loops = callers.map(async (caller, index) => {
    const buyer = retrying(caller, seen)
    for (let round = 0; !stopping.signal.aborted; round++) {
      const next = purchase([{ _id: productIds[(index + round) % productIds.length]!, qty: 1 }])
      purchases.push({ buyer, bought: next })
      try {
        await placeOrder(buyer, next)
        await openPayment(buyer, next)
        await payUnlessInterrupted(buyer, next)
        rounds[index] = round + 1
      } catch (error) {
        seen.wrong.push(String(error))
      }
      await pause(PAUSE_MS)
    }
  })
  return {
    wrong: seen.wrong,
    orders: () => purchases.filter(({ bought }) => bought.order).length,
    lastRefusedAt: () => seen.lastRefusedAt,
    refusals: () => seen.refusals,
    untilAllBought: async () => {
      // The current purchase may have started before this call, so only the next one counts.
      const goals = rounds.map((round) => round + 2)
      const until = performance.now() + GIVE_UP_MS
      while (goals.some((goal, index) => rounds[index]! < goal)) {
        if (performance.now() > until) throw new Error('Not every buyer could buy again')
        await pause(20)
      }
    },
    finish: async (capturedWithinMs) => {
      stopping.abort()
      await Promise.all(loops)
      for (const { buyer, bought } of purchases)
        seen.wrong.push(...(await lostAcknowledgments(buyer, bought, capturedWithinMs)))
    },
  }
}

/** Pays. If the outage interrupts the capture, returns without an error: the shop finishes the capture by itself. */
async function payUnlessInterrupted(buyer: Caller, bought: Purchase): Promise<void> {
  const now = await buyer.get(`/api/orders/${bought.order}`)
  if (now.body.state === 'pending') await choose(buyer, bought.payment!, 'approve')
  const answer = await buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
  if (answer.status === 200 && answer.body.isPaid) bought.paidAt = answer.body.paidAt
  else if (answer.body?.code !== 'confirming') throw new Unexpected('Paying', answer)
}

/** Differences between the shop and what it acknowledged. */
async function lostAcknowledgments(
  buyer: Caller,
  bought: Purchase,
  waitMs: number | null,
): Promise<string[]> {
  if (!bought.order) return bought.isOver ? [] : [`An order was never acknowledged: ${bought.key}`]
  const { status, body, text } =
    waitMs === null ? await buyer.get(`/api/orders/${bought.order}`) : await settled(buyer, bought, waitMs)
  if (status !== 200) return [`An acknowledged order is lost: ${bought.order} is ${status} ${text}`]
  if (body.totalPrice !== bought.total) return [`Order ${bought.order} changed its total`]
  if (bought.paidAt && body.paidAt !== bought.paidAt) return [`The payment of order ${bought.order} is lost`]
  return []
}

type Seen = { wrong: string[]; lastRefusedAt: number; refusals: number }

/** Retries after a 503, as its message suggests. A 503 without a message is recorded as invalid. */
function retrying(caller: Caller, seen: Seen): Caller {
  const again = async (call: () => Promise<Answer>): Promise<Answer> => {
    for (const until = performance.now() + GIVE_UP_MS; ; await pause(PAUSE_MS)) {
      const answer = await call()
      if (answer.status !== 503 || answer.body?.code === 'confirming') return answer
      seen.refusals++
      seen.lastRefusedAt = performance.now()
      if (typeof answer.body?.message !== 'string') seen.wrong.push(`A 503 without a message: ${answer.text}`)
      if (performance.now() > until) return answer
    }
  }
  return {
    ...caller,
    get: (path, headers) => again(() => caller.get(path, headers)),
    post: (path, body, headers) => again(() => caller.post(path, body, headers)),
    put: (path, body, headers) => again(() => caller.put(path, body, headers)),
    delete: (path, headers) => again(() => caller.delete(path, headers)),
  }
}
