/**
 * The sale at the counter, which is kept on the device. The codes of its gift cards are only in the memory of the tab, and so is
 * what the card machine printed.
 */
import { objectOf, textOf } from '#app/platform/session/stored-json.ts'
import { extrasOf, type Extras } from './extras.tsx'
import { keptForm, useCodes } from './kept-form.ts'
import { linesIn, ticketOf, type TicketLine } from './use-ticket.ts'

/** What the buyer of a sale may say: the name, and the email for mails about the order. */
export type Contact = { name: string; email: string }

type Kept = {
  lines: TicketLine[]
  extras: Omit<Extras, 'cards'>
  contact: Contact
  wantsPickup: boolean
}

const EMPTY: Kept = {
  lines: [],
  extras: { code: '', discount: null },
  contact: { name: '', email: '' },
  wantsPickup: false,
}

const sales = keptForm('sale', EMPTY, (stored) => {
  const contact = objectOf(stored['contact'])
  return {
    lines: linesIn(stored['lines']),
    extras: extrasOf(stored['extras']),
    contact: { name: textOf(contact?.['name']), email: textOf(contact?.['email']) },
    wantsPickup: stored['wantsPickup'] === true,
  }
})

/** The sale, and what changes it. `clear` begins the next one. */
export function useSale() {
  const sale = sales.useForm()
  const { codes, setCodes } = useCodes(sale.id)
  return {
    ...sale,
    extras: { ...sale.extras, cards: codes },
    ticket: ticketOf(sale.lines, (lines) => sales.change((now) => ({ lines: lines(now.lines) }))),
    setExtras: ({ cards: next, ...extras }: Extras) => {
      sales.change(() => ({ extras }))
      setCodes(next, sales.now().id)
    },
    setContact: (contact: Contact) => sales.change(() => ({ contact })),
    setPickup: (wantsPickup: boolean) => sales.change(() => ({ wantsPickup })),
    clear: sales.clear,
  }
}

export type Sale = ReturnType<typeof useSale>
