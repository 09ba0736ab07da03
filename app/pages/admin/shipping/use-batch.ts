import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labels, type Label, type ToShip } from '#shared/api/labels.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { askedPrice } from '../../../orders/asked-price.ts'

/** What has come of one order of the batch so far. */
export type Outcome = {
  order: ToShip
  state: 'waiting' | 'buying' | 'bought' | 'failed'
  label: Label | null
  /** Whether its order is marked shipped with it, which was chosen when it was bought. */
  ships: boolean
  /** Why not, in words. */
  problem: string
  /** What the label costs now, where that is not what the buyer paid. */
  price: number | null
}

/** Labels for several orders, bought one after the other, so that one that fails says so and holds up nobody. */
export function useBatch() {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [isRunning, setRunning] = useState(false)

  const put = (outcome: Outcome) =>
    setOutcomes((all) => all.map((each) => (each.order._id === outcome.order._id ? outcome : each)))

  async function buyOne(order: ToShip, ship: boolean, price?: number): Promise<void> {
    const begun = waiting(order, ship)
    put({ ...begun, state: 'buying' })
    try {
      const { label } = await call(labels.buy, { body: { orderId: order._id, price, ship } })
      put({ ...begun, state: 'bought', label })
    } catch (error) {
      put({ ...begun, state: 'failed', problem: (error as Error).message, price: askedPrice(error) })
    }
  }

  async function run(chosen: ToShip[], ship: boolean): Promise<void> {
    if (isRunning) return
    setRunning(true)
    setOutcomes(chosen.map((order) => waiting(order, ship)))
    for (const order of chosen) await buyOne(order, ship)
    setRunning(false)
    await shipped()
  }

  async function again(order: ToShip, ship: boolean, price?: number): Promise<void> {
    await buyOne(order, ship, price)
    await shipped()
  }

  /** The list, and the count beside the desk's places. */
  const shipped = () => refresh(client, 'desk', 'orders', 'shippo')

  return { outcomes, isRunning, run, again, clear: () => setOutcomes([]) }
}

function waiting(order: ToShip, ships: boolean): Outcome {
  return { order, state: 'waiting', label: null, ships, problem: '', price: null }
}
