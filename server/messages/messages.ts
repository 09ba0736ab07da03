/** The verbs of what visitors write: stored with the mail about it, in one transaction. */
import type { Query, Reply } from '#shared/api/endpoint.ts'
import type { ContactMessage, messages, WholesaleEnquiry } from '#shared/api/messages.ts'
import { isoNow, newId } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { writeMail } from '../mail/outbox.ts'
import type { Shop } from '../shop.ts'
import { letterOf, type Written } from './letter.ts'

const PAGE_SIZE = 20
const SUCCESS = { status: 'success' } as const

/** Stores a contact message. `success` means that it is on disk and will be mailed. */
export async function storeContact(shop: Shop, { name, email, message, homepage }: ContactMessage) {
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
  if (!isFilled(homepage)) await store(shop, written)
  return SUCCESS
}

/** Stores a wholesale enquiry. `success` means that it is on disk and will be mailed. */
export async function storeWholesale(shop: Shop, enquiry: WholesaleEnquiry) {
  const { businessName, typeOfBusiness, email, phone, qty, social, message, homepage } = enquiry
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
  if (!isFilled(homepage)) await store(shop, written)
  return SUCCESS
}

/** What visitors wrote, newest first. A page out of range is empty. */
export async function listMessages(
  shop: Shop,
  { pageNumber }: Query<typeof messages.list>,
): Promise<Reply<typeof messages.list>> {
  const { total } = await shop.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await shop.db
    .selectFrom('messages')
    .innerJoin('outbox', 'outbox.id', 'messages.outbox_id')
    .selectAll('messages')
    .select('outbox.state as mail')
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
  return {
    messages: rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      name: row.name,
      email: row.email,
      phone: row.phone,
      typeOfBusiness: row.type_of_business,
      qty: row.qty,
      social: row.social,
      message: row.message,
      createdAt: row.created_at,
      mail: row.mail,
    })),
    page: pageNumber,
    pages: Math.ceil(total / PAGE_SIZE),
  }
}

async function store(shop: Shop, written: Written): Promise<void> {
  const id = newId(shop.clock)
  await transact(shop.db, async (tx) => {
    const mail = await writeMail(shop, tx, {
      dedupeKey: `message:${id}`,
      to: shop.config.mail.inbox,
      replyTo: written.email,
      ...letterOf(written),
    })
    await tx
      .insertInto('messages')
      .values({ ...written, id, outbox_id: mail, created_at: isoNow(shop.clock) })
      .execute()
  })
  shop.mailBell.ring()
}

/** Only a machine fills in a field that nobody sees; it is told that all went well, so that it does not try again. */
function isFilled(trap: string | undefined): boolean {
  return trap !== undefined && trap.trim() !== ''
}

/** Browsers send the line ends of a text area as CRLF. */
function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
