/** The verbs of what visitors write: stored with the mail about it, in one transaction. */
import type { ContactMessage, WholesaleEnquiry } from '#shared/api/messages.ts'
import { isoNow, newId } from '../time/clock.ts'
import type { OutboxRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { waitingMail } from '../outbox/row.ts'
import { originOf } from '../http/origin.ts'
import { fold } from '../db/search.ts'
import type { Shop } from '../shop.ts'
import { letterOf, type Written } from './letter.ts'

const SUCCESS = { status: 'success' } as const

/** Stores a contact message. `success` means that it is on disk and will be mailed, or read under Messages. */
export async function storeContact(shop: Shop, { name, email, message }: ContactMessage) {
  const written: Written = {
    kind: 'contact',
    name,
    email,
    phone: '',
    type_of_business: '',
    qty: 0,
    social: '',
    message: unixLines(message),
  }
  await store(shop, written)
  return SUCCESS
}

/** Stores a wholesale enquiry. `success` means that it is on disk and will be mailed, or found at the desk. */
export async function storeWholesale(shop: Shop, enquiry: WholesaleEnquiry) {
  const { businessName, typeOfBusiness, email, phone, qty, social, message } = enquiry
  const written: Written = {
    kind: 'wholesale',
    name: businessName,
    email,
    phone,
    type_of_business: typeOfBusiness,
    qty,
    social,
    message: unixLines(message),
  }
  await store(shop, written)
  return SUCCESS
}

async function store(shop: Shop, written: Written): Promise<void> {
  const id = newId(shop.clock)
  const mail = waitingMail(shop, {
    kind: 'message',
    dedupeKey: `message:${id}`,
    to: shop.config.mail.inbox,
    replyTo: written.email,
    ...letterOf(written, originOf(shop.config)),
  })
  const isMailed = await shop.limits.mayMail('inbox', mail.recipient)
  await transact(shop.db, async (tx) => {
    await tx
      .insertInto('outbox')
      .values(isMailed ? mail : keptHere(mail))
      .execute()
    await tx
      .insertInto('messages')
      .values({
        ...written,
        id,
        outbox_id: mail.id,
        search_text: fold(`${written.name} ${written.email} ${written.message}`),
        created_at: isoNow(shop.clock),
      })
      .execute()
  })
  shop.mailSignal.raise()
}

/** A flood of messages must not bury the shop's mailbox: those beyond the limit are read under Messages. */
function keptHere(mail: OutboxRow): OutboxRow {
  const problem = 'Too many messages came at once to mail them all: read this one under Messages'
  return { ...mail, state: 'sent', sent_at: mail.created_at, is_kept: 1, problem }
}

/**
 * Stores what a person wrote. Only a machine fills in a field that is not shown (`trap`): it is told that all went well,
 * so that it does not try again, and nothing is stored.
 */
export async function unlessTrapped(trap: string | undefined, keep: () => Promise<typeof SUCCESS>) {
  return trap === undefined || trap.trim() === '' ? keep() : SUCCESS
}

/** Browsers send the line ends of a text area as CRLF. */
function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
