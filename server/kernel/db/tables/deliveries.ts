/** The tables of the own van: routes, the order of the stops of a day, and what happened at each door. */
import type { Generated } from 'kysely'
import type { DeliveryOutcome, ShortReason } from '#shared/wholesale/deliveries.ts'
import type { Versioned } from '../table.ts'

export type VanRoutes = Versioned & {
  name: string
  /** From 1 (Monday) to 7. */
  weekday: number
  driver: Generated<string>
}

export type VanRouteStops = { route_id: string; location_id: string; position: number }

export type RunStops = { day: string; location_id: string; position: number }

export type Deliveries = {
  id: string
  order_id: string
  /** The day of the run. */
  day: string
  outcome: DeliveryOutcome
  /** The person who took the goods. */
  received_by: Generated<string>
  note: Generated<string>
  /** The new day, if the delivery was missed. */
  moved_to: Generated<string | null>
  at: string
  actor_id: string | null
  actor: string
  created_at: string
}

export type DeliveryShorts = { delivery_id: string; position: number; qty: number; why: ShortReason }
