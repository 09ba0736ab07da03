/** Buyers who order and pay without a break while the database fails, and note every answer that is not acceptable. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../visitor.ts'
import { newBuyer, openIt, placeIt, purchase, settled, Unexpected, type Purchase } from './buying.ts'
import { choose, type Caller } from './caller.ts'

const PAUSE_MS = 100
/** A call that is refused for so long counts as a shop that never recovers. */
const GIVE_UP_MS = 60_000

export type Trade = {
  /** One sentence per answer that no buyer may get. */
  wrong: string[]
  /** How many orders were acknowledged. */
  orders: () => number
  /** When the last call was refused with 503, on the clock of `performance.now()`; 0 when none was. */
  lastRefusedAt: () => number
  /** How many calls were refused with 503. */
  refusals: () => number
  /** Resolves when every buyer has had another order acknowledged. */
  untilAllBought: () => Promise<void>
  /**
   * Lets every buyer finish, and compares everything that was acknowledged with what the shop shows now.
   * @param capturedWithinMs by when a payment that was interrupted must be finished; null when nobody waits for that
   */
  finish: (capturedWithinMs: number | null) => Promise<void>
}

/**
 * Registers the buyers, who then buy one bag after another.
 * @param bags ids of products with plenty in stock
 */
export async function startTrade(origin: string, bags: string[], buyers: number): Promise<Trade> {
  const seen = { wrong: [] as string[], lastRefusedAt: 0, refusals: 0 }
  const bought: { buyer: Caller; told: Purchase }[] = []
  const stopping = new AbortController()
  const callers = await Promise.all(Array.from({ length: buyers }, () => newBuyer(origin)))
  const rounds = callers.map(() => 0)
  const trading = callers.map(async (caller, index) => {
    const buyer = patient(caller, seen)
    for (let round = 0; !stopping.signal.aborted; round++) {
      const next = purchase([{ _id: bags[(index + round) % bags.length]!, qty: 1 }])
      bought.push({ buyer, told: next })
      try {
        await placeIt(buyer, next)
        await openIt(buyer, next)
        await payOrLeave(buyer, next)
        rounds[index] = round + 1
      } catch (error) {
        seen.wrong.push(String(error))
      }
      await pause(PAUSE_MS)
    }
  })
  return {
    wrong: seen.wrong,
    orders: () => bought.filter(({ told }) => told.order).length,
    lastRefusedAt: () => seen.lastRefusedAt,
    refusals: () => seen.refusals,
    untilAllBought: async () => {
      // The purchase under way may have begun before the call: the one after it counts.
      const goals = rounds.map((round) => round + 2)
      const until = performance.now() + GIVE_UP_MS
      while (goals.some((goal, index) => rounds[index]! < goal)) {
        if (performance.now() > until) throw new Error('Not every buyer could buy again')
        await pause(20)
      }
    },
    finish: async (capturedWithinMs) => {
      stopping.abort()
      await Promise.all(trading)
      for (const { buyer, told } of bought)
        seen.wrong.push(...(await brokenPromises(buyer, told, capturedWithinMs)))
    },
  }
}

/** Pays. A capture that the outage interrupted is left to the shop, which asks PayPal about it by itself. */
async function payOrLeave(buyer: Caller, told: Purchase): Promise<void> {
  const now = await buyer.get(`/api/orders/${told.order}`)
  if (now.body.state === 'pending') await choose(buyer, told.payment!, 'approve')
  const answer = await buyer.put(`/api/orders/${told.order}/pay`, { id: told.payment })
  if (answer.status === 200 && answer.body.isPaid) told.paidAt = answer.body.paidAt
  else if (answer.body?.code !== 'confirming') throw new Unexpected('Paying', answer)
}

/** What the shop shows now that differs from what it acknowledged. */
async function brokenPromises(buyer: Caller, told: Purchase, waitMs: number | null): Promise<string[]> {
  if (!told.order) return told.isOver ? [] : [`An order was never acknowledged: ${told.key}`]
  const { status, body, text } =
    waitMs === null ? await buyer.get(`/api/orders/${told.order}`) : await settled(buyer, told, waitMs)
  if (status !== 200) return [`An acknowledged order is lost: ${told.order} is ${status} ${text}`]
  if (body.totalPrice !== told.total) return [`Order ${told.order} changed its total`]
  if (told.paidAt && body.paidAt !== told.paidAt) return [`The payment of order ${told.order} is lost`]
  return []
}

type Seen = { wrong: string[]; lastRefusedAt: number; refusals: number }

/** Tries again after a 503, as the message asks for; a 503 without a message, or any other failure, is noted. */
function patient(caller: Caller, seen: Seen): Caller {
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
