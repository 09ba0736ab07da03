/** The tables of shipping: parcels of orders, labels with the tracking state of their parcels, and tracking numbers. */
import type { Generated } from 'kysely'
import type { ParcelState } from '#shared/kernel/order-states.ts'
import type { Bit } from '../table.ts'

export type Labels = {
  id: string
  order_id: string
  /** Its parcel. An order in one parcel has the number 1. */
  parcel_number: Generated<number>
  state: 'buying' | 'bought' | 'failed' | 'voiding' | 'voided' | 'refused'
  rate_id: string
  service: string
  cents: number
  ships: Bit
  transaction_id: string | null
  carrier: string
  tracking_number: string
  tracking_url: string
  problem: string
  actor_id: string | null
  actor: string
  created_at: string
  updated_at: string
  bought_at: string | null
  parcel: ParcelState
  parcel_words: string
  parcel_at: string | null
  next_look_at: string | null
  looks: number
}

export type Shipments = {
  order_id: string
  /** Of an order in several parcels: the numbers of all, separated by commas. */
  tracking_number: string
  tracking_url: string
}

/** The parcels of an order that has several. */
export type Parcels = {
  order_id: string
  number: number
  tracking_number: Generated<string>
  tracking_url: Generated<string>
  left_at: Generated<string | null>
}

/** The pieces of the lines of an order that are in a parcel. */
export type ParcelLines = {
  order_id: string
  number: number
  position: number
  qty: number
}

export type TrackingReports = {
  order_id: string
  tracking_number: string
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  next_at: string
  problem: string | null
  updated_at: string
}

export type LabelBatches = {
  id: string
  ships: Bit
  actor_id: string | null
  actor: string
  created_at: string
  /** Null until its first label is asked for. */
  started_at: Generated<string | null>
}

export type LabelBatchRows = {
  batch_id: string
  position: number
  order_id: string
  state: Generated<'waiting' | 'running' | 'answered'>
  /** Why it has no label, or its buyer was not told. */
  problem_kind: Generated<'' | 'missing' | 'price' | 'refused' | 'untold'>
  problem: Generated<string>
  asked_cents: Generated<number | null>
  agreed_cents: Generated<number | null>
  updated_at: string
}
