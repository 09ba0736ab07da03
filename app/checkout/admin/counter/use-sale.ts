/**
 * The sale at the counter. It is in local storage: a reload keeps it, and all tabs show the same sale. The codes of its gift
 * cards are only in the memory of the tab, and so is what the card machine printed.
 */
import { useState, useSyncExternalStore } from 'react'
import { localText } from '#app/platform/session/local-text.ts'
import { PRIVATE, signedInUserId } from '#app/platform/session/session.ts'
import { objectOf, parseObject, textOf } from '#app/platform/session/stored-json.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { NO_EXTRAS, type Extras } from './extras.tsx'
import { linesIn, ticketOf, type TicketLine } from './use-ticket.ts'

/** What the buyer of a sale may say: the name, and the email for mails about the order. */
export type Contact = { name: string; email: string }

type Kept = {
  /** The Idempotency-Key with which it is placed: once, after any reload and from any tab. */
  id: string
  lines: TicketLine[]
  extras: Omit<Extras, 'cards'>
  contact: Contact
  wantsPickup: boolean
}

const stored = localText(`${PRIVATE}sale`)
let current: { text: string | null; sale: Kept } | undefined

/** The sale, and what changes it. `clear` begins the next one. */
export function useSale() {
  const sale = useSyncExternalStore(stored.subscribe, read, () => EMPTY)
  const [cards, setCards] = useState({ of: sale.id, codes: NO_EXTRAS.cards })
  const codes = cards.of === sale.id ? cards.codes : NO_EXTRAS.cards
  return {
    ...sale,
    extras: { ...sale.extras, cards: codes },
    ticket: ticketOf(sale.lines, (lines) => change((now) => ({ lines: lines(now.lines) }))),
    setExtras: ({ cards: next, ...extras }: Extras) => {
      change(() => ({ extras }))
      setCards({ of: read().id, codes: next })
    },
    setContact: (contact: Contact) => change(() => ({ contact })),
    setPickup: (wantsPickup: boolean) => change(() => ({ wantsPickup })),
    clear: () => stored.write(null),
  }
}

export type Sale = ReturnType<typeof useSale>

const EMPTY: Kept = {
  id: '',
  lines: [],
  extras: { code: '', discount: null },
  contact: { name: '', email: '' },
  wantsPickup: false,
}

/** Changes the stored sale, not the one on the screen: another tab may have changed it since. */
function change(changes: (sale: Kept) => Partial<Kept>): void {
  const sale = read()
  stored.write(JSON.stringify({ user: signedInUserId(), ...sale, ...changes(sale) }))
}

function read(): Kept {
  const text = stored.read()
  if (current?.text !== text) current = { text, sale: saleIn(text) }
  return current.sale
}

function saleIn(text: string | null): Kept {
  const kept = parseObject(text)
  const id = textOf(kept?.id)
  if (!kept || id === '' || kept.user !== signedInUserId()) return { ...EMPTY, id: newKey() }
  const contact = objectOf(kept.contact)
  const extras = objectOf(kept.extras)
  return {
    id,
    lines: linesIn(kept.lines),
    extras: { code: textOf(extras?.code), discount: discountIn(extras?.discount) },
    contact: { name: textOf(contact?.name), email: textOf(contact?.email) },
    wantsPickup: kept.wantsPickup === true,
  }
}

function discountIn(value: unknown): Extras['discount'] {
  const found = objectOf(value)
  const kind = (['percent', 'amount', 'shipping'] as const).find((each) => each === found?.kind)
  if (!found || !kind || typeof found.value !== 'number') return null
  return { kind, value: found.value, reason: textOf(found.reason) }
}
