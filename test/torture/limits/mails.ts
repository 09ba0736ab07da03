/** Floods one mailbox at all instances at once, without paying. */
import { MAILS } from '#server/kernel/limits/rules.ts'
import { withDatabase } from '../consistency.ts'
import type { Caller } from '../caller.ts'
import { newAddress, type Instances } from './instances.ts'
import { PASSWORD, runConcurrently, newName, quoted, registered, restock } from './accounts.ts'

const CONCURRENCY = 6
const SPELLINGS = 4
const ROUNDS = 30

/** Triggers all mails that a stranger can send to one mailbox. Returns the mailbox, and one sentence per violation. */
export async function floodOnce(shop: Instances, owner: Caller) {
  const wrong: string[] = []
  const [bean = ''] = await restock(owner, [900])
  const victim = newName()
  const spellings = Array.from({ length: SPELLINGS }, (_, index) => `${victim}+${index}@example.com`)
  const accounts: Caller[] = []
  for (const email of spellings) accounts.push(await registered(shop, email))
  const bodies = await Promise.all(accounts.map((account) => quoted(account, [{ _id: bean, qty: 1 }])))

  await runConcurrently(ROUNDS, CONCURRENCY, async (round) => {
    const index = round % SPELLINGS
    const from = { 'x-forwarded-for': newAddress() }
    const placed = await accounts[index]!.post('/api/orders', bodies[index], from)
    if (placed.status === 201) await accounts[index]!.delete(`/api/orders/${placed.body._id}`, from)
  })
  await runConcurrently(20, CONCURRENCY, async (round) => {
    await shop.newClient().post('/api/account/forgot', { email: spellings[round % SPELLINGS] })
  })
  await runConcurrently(24, CONCURRENCY, async (round) => {
    const email = `${newName()}@elsewhere.example`
    const from = { 'x-forwarded-for': newAddress() }
    await accounts[round % SPELLINGS]!.put('/api/users/profile', { email }, from)
  })
  // Sequentially, since each change ends the other sessions of its account.
  for (let round = 0; round < 10; round++) {
    const edit = { password: `${PASSWORD} ${round}` }
    await accounts[round % SPELLINGS]!.put('/api/users/profile', edit, { 'x-forwarded-for': newAddress() })
  }

  const paid = await registered(shop, `${victim}+paid@example.com`)
  const order = await paid.post('/api/orders', await quoted(paid, [{ _id: bean, qty: 1 }]))
  const opened = await paid.post(`/api/orders/${order.body._id}/paypal`)
  shop.paypal.choose(opened.body.orderId, 'approve')
  const done = await paid.put(`/api/orders/${order.body._id}/pay`, { id: opened.body.orderId })
  if (done.body.isPaid !== true) wrong.push(`Paying returned ${done.status} ${done.text.slice(0, 200)}`)
  return { victim, wrong }
}

const KINDS: Record<keyof typeof MAILS, readonly string[]> = {
  link: ['password-reset', 'email-confirm'],
  addressChange: ['email-changing'],
  password: ['password-changed'],
  signIn: ['sign-in-changed'],
  order: ['order-received', 'order-cancelled', 'order-expired'],
  inbox: [],
  signup: ['event-signup'],
  news: ['newsletter-confirm', 'stock-confirm'],
  cart: ['saved-cart'],
}

/** Checks that no mailbox got too many mails, and that payments were confirmed. Call it after all instances have ended. */
export async function wrongMails(place: Instances['place'], victims: string[]): Promise<string[]> {
  const rows = await withDatabase(place, (db) =>
    db.selectFrom('outbox').select(['kind', 'recipient']).execute(),
  )
  return victims.flatMap((victim) => {
    const mails = rows.filter(({ recipient }) => recipient.startsWith(`${victim}+`))
    const count = (kinds: readonly string[]) => mails.filter(({ kind }) => kinds.includes(kind)).length
    const tooMany = Object.entries(KINDS).flatMap(([name, kinds]) => {
      const { points } = MAILS[name as keyof typeof MAILS]
      return kinds.length > 0 && count(kinds) > points
        ? [`One mailbox has ${count(kinds)} mails of ${name}, the limit is ${points}`]
        : []
    })
    const unconfirmed = count(['order-paid']) === 1 ? [] : ['A paid order was not confirmed by mail']
    const unused = count(KINDS.order) === MAILS.order.points ? [] : ['The flood did not reach the limit']
    return [...tooMany, ...unconfirmed, ...unused]
  })
}
