import { delivery } from '#shared/roastery/api/delivery.ts'
import { ask } from '../api/query.ts'

/** The query for the dates of an order that is placed now, for loaders too. */
export const nextDelivery = ask(delivery.next, {})
