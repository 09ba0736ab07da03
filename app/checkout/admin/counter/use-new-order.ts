/**
 * The order that staff enter for a buyer. A new one is kept on the device, without the codes of gift cards; one that is placed
 * again begins with the earlier order.
 */
import { useState } from 'react'
import { addressIn, objectOf, textOf } from '#app/platform/session/stored-json.ts'
import type { Address } from '#shared/platform/address.ts'
import type { Place } from './delivery.tsx'
import { extrasOf, type Extras } from './extras.tsx'
import { keptForm, useCodes } from './kept-form.ts'
import { linesIn, ticketOf, useTicket, type Ticket, type TicketLine } from './use-ticket.ts'
import { NO_BUYER, type Buyer } from './who.tsx'

/** What is entered besides the goods. */
export type Entered = { buyer: Buyer; place: Place; extras: Extras }

export type NewOrderForm = Entered & {
  ticket: Ticket
  change: (part: Partial<Entered>) => void
  /** The Idempotency-Key with which it is placed; without one each body has its own. */
  id?: string
  /** Forgets what is kept. */
  clear?: () => void
}

const SHIP: Place = { kind: 'ship', address: null }

type Kept = Omit<Entered, 'extras'> & { lines: TicketLine[]; extras: Omit<Extras, 'cards'> }

const EMPTY: Kept = { lines: [], buyer: NO_BUYER, place: SHIP, extras: { code: '', discount: null } }

const orders = keptForm('new-order', EMPTY, (stored) => ({
  lines: linesIn(stored['lines']),
  buyer: buyerIn(stored['buyer']),
  place: placeIn(stored['place']),
  extras: extrasOf(stored['extras']),
}))

/** A new order, as it was left. */
export function useKeptOrder(): NewOrderForm {
  const { lines, extras, ...order } = orders.useForm()
  const { codes, setCodes } = useCodes(order.id)
  return {
    ...order,
    extras: { ...extras, cards: codes },
    ticket: ticketOf(lines, (change) => orders.change((now) => ({ lines: change(now.lines) }))),
    change: ({ extras: next, ...part }) => {
      const { cards: nextCodes, ...kept } = next ?? { ...extras, cards: codes }
      orders.change(() => ({ ...part, ...(next ? { extras: kept } : {}) }))
      setCodes(nextCodes, orders.now().id)
    },
    clear: orders.clear,
  }
}

/** An order that begins with an earlier one, and is gone with the page. */
export function useOrderAgain({ lines, ...start }: Entered & { lines: TicketLine[] }): NewOrderForm {
  const ticket = useTicket(lines)
  const [entered, setEntered] = useState<Entered>(start)
  return { ...entered, ticket, change: (part) => setEntered((now) => ({ ...now, ...part })) }
}

function buyerIn(value: unknown): Buyer {
  const found = objectOf(value)
  const [name, email, phone] = [textOf(found?.['name']), textOf(found?.['email']), textOf(found?.['phone'])]
  return { name, email, phone, candidate: candidateIn(found?.['candidate']) }
}

function candidateIn(value: unknown): Buyer['candidate'] {
  const found = objectOf(value)
  const isWhole = ['name', 'email', 'phone', 'by'].every((name) => typeof found?.[name] === 'string')
  if (!isWhole || typeof found?.['orders'] !== 'number') return null
  return { ...found, address: objectOf(found['address']) } as Buyer['candidate']
}

function placeIn(value: unknown): Place {
  const found = objectOf(value)
  if (found?.['kind'] === 'pickup') return { kind: 'pickup' }
  const address = addressIn(found?.['address'])
  const isWhole = Boolean(address.address && address.city && address.state && address.postalCode)
  return { kind: 'ship', address: isWhole ? (address as Address) : null }
}
