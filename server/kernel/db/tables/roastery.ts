/** The tables of the roastery. All weights are in grams. */
import type { Generated } from 'kysely'
import type { BatchState } from '#shared/roastery/api/roast-day.ts'
import type { AdjustmentReason } from '#shared/roastery/roastery.ts'
import type { greenLotFields } from '#shared/roastery/resources/green-lot.ts'
import type { roastColumns } from '#shared/roastery/resources/roast.ts'
import type { Bit, Described, Versioned } from '../table.ts'

export type GreenLots = Described<typeof greenLotFields> & {
  /** Null for a contract whose coffee has not arrived yet. */
  arrived_on: string | null
  grams_left: Generated<number>
  archived_at: Generated<string | null>
}

export type Roasts = Described<typeof roastColumns> & {
  deleted_at: Generated<string | null>
}

export type RoastGreens = { roast_id: string; position: number; green_lot_id: string; percent: number }

export type LotsToShop = { lot_id: string; product_id: string | null; skipped: Generated<string> }

export type Recipes = {
  product_id: string
  notes: string
  version: Generated<number>
  created_at: string
  updated_at: string
}

export type RecipeRoasts = { product_id: string; position: number; roast_id: string; percent: number }

export type RoastDays = {
  day: string
  /** Null for the capacity of the settings; 0 for a day without capacity. */
  capacity_grams: number | null
  note: Generated<string>
  version: Generated<number>
}

export type RoastBookings = { order_id: string; day: string; green_grams: number }

export type Batches = Versioned & {
  /** Such as 261127-03. Unique. */
  code: string
  roast_id: string
  roasts_on: string
  position: number
  state: BatchState
  /** Planned, and later weighed in. */
  green_grams: number
  /** Null until the batch is roasted. */
  roasted_grams: number | null
  /** The roasted coffee that no lot has taken yet. */
  grams_left: Generated<number>
  is_by_hand: Generated<Bit>
  profile: Generated<string>
  roast_seconds: number | null
  notes: Generated<string>
  weighed_at: string | null
  weighed_by: string | null
  roasted_at: string | null
  roasted_by: string | null
}

export type BatchGreens = { batch_id: string; green_lot_id: string; grams: number }

export type CoffeeLots = {
  id: string
  /** The lot code on the bag. Unique. */
  code: string
  product_id: string
  /** The oldest roast day of its batches. */
  roasted_on: string
  /** The roast day whose work it belongs to. */
  made_on: string
  grams: number
  /** What is not in bags yet. */
  grams_left: number
  made_at: string
  made_by: string
}

export type CoffeeLotBatches = { coffee_lot_id: string; batch_id: string; grams: number }

export type Bags = {
  id: string
  coffee_lot_id: string
  product_id: string
  size_id: string
  grind: string
  /** The net weight of a bag. */
  grams: number
  qty: number
  /** The bags that no order has yet. */
  qty_left: number
  made_on: string
  made_at: string
  made_by: string
}

export type BagUses = {
  order_id: string
  position: number
  bags_id: string
  qty: number
  filled_at: string
  filled_by: string
}

/** Exactly one of the four ids is set. */
export type CoffeeAdjustments = {
  id: string
  green_lot_id: string | null
  batch_id: string | null
  coffee_lot_id: string | null
  bags_id: string | null
  /** In grams; for bags, a number of bags. */
  change: number
  reason: AdjustmentReason
  note: Generated<string>
  at: string
  actor: string
}

export type RoastCurves = {
  batch_id: string
  file_name: string
  /** JSON. */
  curve: string
  attached_at: string
  attached_by: string
}

export type Cuppings = Versioned & {
  batch_id: string
  form: 'short' | 'sca'
  cupped_on: string
  cupper: string
  /** JSON. */
  scores: string
  total_hundredths: number | null
  notes: Generated<string>
}

export type PackagingCosts = { size_id: string; cents: number; updated_at: string }
