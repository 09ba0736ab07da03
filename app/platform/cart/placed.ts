/**
 * The order that the checkout has placed and that is not paid yet: local storage under `placedOrder`, shared by all tabs.
 * The cart keeps its goods until the order is paid, so a buyer whose payment fails finds everything as it was.
 */
import { useSyncExternalStore } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { guestLinkOf } from '../api/guest-links.ts'
import { localText } from '../session/local-text.ts'
import { objectOf, parseObject, textOf } from '../session/stored-json.ts'
import type { CartItem } from './store.ts'

/** A line of the cart as it was ordered. */
export type OrderedLine = Pick<CartItem, '_id' | 'sizeId' | 'grind' | 'subscribe' | 'qty'>

export type Placed = {
  id: string
  /** What was ordered, as `termsOf` writes it. */
  terms: string
  lines: OrderedLine[]
  /** The time until which the shop holds the goods, in milliseconds of this device's clock. */
  heldUntil: number
  /** Why the order can no longer be paid: it was canceled, or its hold has ended. Null while it can. */
  closed: 'cancelled' | 'expired' | null
  /** PayPal's id of a payment that the buyer has approved, and whose result this browser does not know; null if there is none. */
  approved: string | null
  /**
   * The secret of an express payment at PayPal, which becomes the order with this id when the buyer approves it. Null for an
   * order that is placed.
   */
  express: string | null
}

const stored = localText('placedOrder')
let current: { text: string | null; placed: Placed | null } = { text: null, placed: null }

/** The placed order; null if there is none. Updated by changes in other tabs. Null on the server. */
export function usePlaced(): Placed | null {
  return useSyncExternalStore(stored.subscribe, getPlaced, () => null)
}

export function getPlaced(): Placed | null {
  const text = stored.read()
  if (current.text !== text) current = { text, placed: parse(text) }
  return current.placed
}

/** Stores an order that was just placed. @param lines the lines of the cart that were ordered */
export function keepPlaced(order: Order, body: PlaceOrder, lines: readonly CartItem[]): void {
  write({ ...NEW, id: order._id, terms: termsOf(body), lines: linesOf(lines), heldUntil: heldUntil(order) })
}

/** Stores an express payment that was opened at PayPal, so that its result is found if this page is closed. */
export function keepExpress(id: string, token: string, lines: readonly CartItem[]): void {
  write({ ...NEW, id, lines: linesOf(lines), express: token })
}

const NEW = { terms: '', heldUntil: 0, closed: null, approved: null, express: null } as const

function linesOf(lines: readonly CartItem[]): OrderedLine[] {
  return lines.map(({ _id, sizeId, grind, subscribe, qty }) => ({
    _id,
    sizeId,
    grind,
    qty,
    ...(subscribe ? { subscribe } : {}),
  }))
}

/** Stores PayPal's id of the payment of an order that the buyer has approved; null if PayPal did not take it. */
export function markApproved(id: string, approved: string | null): void {
  const placed = getPlaced()
  if (placed?.id === id) write({ ...placed, approved })
}

/** Stores that the express payment with this id has become an order, which is not paid. */
export function markPlaced(id: string): void {
  const placed = getPlaced()
  if (placed?.id === id) write({ ...placed, express: null })
}

/** Stores what the shop says about the placed order: until when its goods are held, or that it cannot be paid anymore. */
export function updatePlaced(order: Order): void {
  const placed = getPlaced()
  if (placed?.id !== order._id) return
  const closed = closedStateOf(order.state)
  const until = heldUntil(order)
  // The seconds left are rounded, so each answer gives another millisecond.
  if (placed.closed === closed && Math.abs(placed.heldUntil - until) < 5000) return
  write({ ...placed, closed, heldUntil: until })
}

/** Deletes the stored order if it has this id. Another tab may have stored another order since; that one is kept. */
export function dropPlaced(id: string): void {
  if (getPlaced()?.id === id) stored.write(null)
}

/** The placed order that can still be paid; null if there is none. */
export function openPlaced(): Placed | null {
  const placed = getPlaced()
  return placed?.closed === null && placed.express === null ? placed : null
}

/** For checks of codes: the order whose use of a code does not count, because a new order would replace it. */
export function unpaidOrder(): { unpaidOrder?: string } {
  const placed = openPlaced()
  return placed ? { unpaidOrder: placed.id } : {}
}

/** For a new order: the unpaid order that it replaces. */
export function changesOf(order: string): NonNullable<PlaceOrder['changes']> {
  const link = guestLinkOf(order)
  return { order, ...(link === null ? {} : { link }) }
}

/** The pieces of a size that the shop holds for the buyer's own unpaid order. They are not part of its stock. */
export function heldPieces(sizeId: string): number {
  const placed = openPlaced()
  if (!placed || placed.heldUntil < Date.now()) return 0
  return placed.lines.reduce((sum, line) => sum + (line.sizeId === sizeId ? line.qty : 0), 0)
}

/**
 * What a buyer orders, as a comparable text. Quote and day of pickup are left out: if a newer quote has the same price, or
 * the next possible day has changed, the order that is placed already has the dates that it promised.
 */
export function termsOf({
  shippingQuote: _quote,
  paymentMethod: _method,
  changes: _changes,
  pickup,
  ...body
}: PlaceOrder): string {
  return JSON.stringify({ ...body, isPickup: pickup !== undefined })
}

function closedStateOf(state: unknown): Placed['closed'] {
  return state === 'cancelled' || state === 'expired' ? state : null
}

function heldUntil({ holdSecondsLeft }: Order): number {
  return Date.now() + (holdSecondsLeft ?? 0) * 1000
}

function write(placed: Placed): void {
  stored.write(JSON.stringify(placed))
}

function parse(text: string | null): Placed | null {
  const found = parseObject(text)
  if (!found || !textOf(found.id)) return null
  const lines = Array.isArray(found.lines) ? found.lines.map(objectOf) : []
  return {
    id: textOf(found.id),
    terms: textOf(found.terms),
    lines: lines.filter((line): line is OrderedLine =>
      Boolean(line && textOf(line._id) && Number(line.qty) > 0),
    ),
    heldUntil: Number(found.heldUntil) || 0,
    closed: closedStateOf(found.closed),
    approved: textOf(found.approved) || null,
    express: textOf(found.express) || null,
  }
}
