/** Letters from visitors and the mail about them, for tests that begin when they are there. */
import type { TestShop } from './shop.ts'

const LETTER = { name: 'Ann Visitor', email: 'ann@example.com', message: 'Do you keep lost scarves?' }

/** Somebody writes; answers the id of what was stored. */
export async function written(shop: TestShop, fields: Partial<typeof LETTER> = {}): Promise<string> {
  return newest(shop, '/send', { ...LETTER, ...fields })
}

/** A café asks for coffee by the pound; answers the id of what was stored. */
export async function enquired(shop: TestShop, fields: object = {}): Promise<string> {
  return newest(shop, '/wholesale/send', {
    businessName: 'Corner Café',
    typeOfBusiness: 'Café',
    email: 'buyer@corner.example',
    phone: '703 555 0100',
    qty: 12.5,
    message: 'Espresso, please.',
    ...fields,
  })
}

/** A mail whose tries are used up; answers its id. */
export async function givenUp(shop: TestShop, problem = '550 no such mailbox'): Promise<string> {
  const letter = await written(shop)
  const { outbox_id: id } = await shop.db
    .selectFrom('messages')
    .where('id', '=', letter)
    .select('outbox_id')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('outbox')
    .set({ state: 'failed', attempts: 20, problem })
    .where('id', '=', id)
    .execute()
  return id
}

async function newest(shop: TestShop, path: string, mailerState: object): Promise<string> {
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
