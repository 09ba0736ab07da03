/** Creates messages from visitors and the mails about them, for tests that need existing ones. */
import type { TestShop } from './shop.ts'

const MESSAGE = { name: 'Ann Visitor', email: 'ann@example.com', message: 'Do you keep lost scarves?' }

/** Sends a contact message; returns its id. */
export async function sendContactMessage(
  shop: TestShop,
  fields: Partial<typeof MESSAGE> = {},
): Promise<string> {
  return sendAndReturnId(shop, '/send', { ...MESSAGE, ...fields })
}

/** Sends a wholesale inquiry; returns its id. */
export async function sendInquiry(shop: TestShop, fields: object = {}): Promise<string> {
  return sendAndReturnId(shop, '/wholesale/send', {
    businessName: 'Corner Café',
    typeOfBusiness: 'Café',
    email: 'buyer@corner.example',
    phone: '703 555 0100',
    qty: 12.5,
    message: 'Espresso, please.',
    ...fields,
  })
}

/** Creates an email that has failed for good; returns its id. */
export async function createFailedMail(shop: TestShop, problem = '550 no such mailbox'): Promise<string> {
  const message = await sendContactMessage(shop)
  const { outbox_id: id } = await shop.db
    .selectFrom('messages')
    .where('id', '=', message)
    .select('outbox_id')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('outbox')
    .set({ state: 'failed', attempts: 20, problem })
    .where('id', '=', id)
    .execute()
  return id
}

async function sendAndReturnId(shop: TestShop, path: string, mailerState: object): Promise<string> {
  const answer = await shop.visitor().post(path, { mailerState })
  if (answer.body.status !== 'success') throw new Error(`Not written: ${answer.text}`)
  const { id } = await shop.db
    .selectFrom('messages')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
