import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels, type Label, type ToShip } from '#shared/shipping/api/labels.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { labelPriceIn } from '#app/platform/orders/label-price.ts'

/** One order of the batch, and the state of its label. */
export type Outcome = {
  order: ToShip
  state: 'waiting' | 'buying' | 'bought' | 'failed'
  label: Label | null
  /** Whether the order should also be marked as shipped, and whether it is. */
  ships: boolean
  isShipped: boolean
  /** Why the label was not bought. Empty if there was no error. */
  problem: string
  /** The label's current price in dollars, if the buyer paid a different price. */
  price: number | null
}

/** Buys labels one after another. A failure does not stop the rest. */
export function useBatch() {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [isRunning, setRunning] = useState(false)

  const update = (outcome: Outcome) =>
    setOutcomes((all) => all.map((each) => (each.order._id === outcome.order._id ? outcome : each)))

  async function buyOne(order: ToShip, ship: boolean, price?: number): Promise<void> {
    const initial = waiting(order, ship)
    update({ ...initial, state: 'buying' })
    try {
      const { label, isShipped } = await call(labels.buy, { body: { orderId: order._id, price, ship } })
      update({ ...initial, state: 'bought', label, isShipped })
    } catch (error) {
      update({ ...initial, state: 'failed', problem: (error as Error).message, price: labelPriceIn(error) })
    }
  }

  async function run(chosen: ToShip[], ship: boolean): Promise<void> {
    if (isRunning) return
    setRunning(true)
    setOutcomes(chosen.map((order) => waiting(order, ship)))
    for (const order of chosen) await buyOne(order, ship)
    setRunning(false)
    await refreshLists()
  }

  async function retry(order: ToShip, ship: boolean, price?: number): Promise<void> {
    await buyOne(order, ship, price)
    await refreshLists()
  }

  /** Refreshes the list, and the number of open tasks in the navigation. */
  const refreshLists = () => refresh(client, 'desk', 'orders', 'shippo')

  return { outcomes, isRunning, run, retry, clear: () => setOutcomes([]) }
}

function waiting(order: ToShip, ships: boolean): Outcome {
  return { order, state: 'waiting', label: null, ships, isShipped: false, problem: '', price: null }
}
