/** Flooding one mailbox through every instance at once, without paying. */
import { MAILS } from '#server/limits/rules.ts'
import { withDatabase } from '../books.ts'
import type { Caller } from '../caller.ts'
import { newAddress, type Instances } from './instances.ts'
import { PASSWORD, atOnce, newName, quoted, registered, shelve } from './people.ts'

const WIDTH = 6
const SPELLINGS = 4
const ROUNDS = 30

/** Everything that a stranger can do to one mailbox. Answers whose it is, and what was wrong on the way. */
export async function floodOnce(shop: Instances, owner: Caller) {
  const wrong: string[] = []
  const [bean = ''] = await shelve(owner, [900])
  const victim = newName()
  const spellings = Array.from({ length: SPELLINGS }, (_, index) => `${victim}+${index}@example.com`)
  const accounts: Caller[] = []
  for (const email of spellings) accounts.push(await registered(shop, email))
  const bodies = await Promise.all(accounts.map((account) => quoted(account, [{ _id: bean, qty: 1 }])))

  await atOnce(ROUNDS, WIDTH, async (round) => {
    const index = round % SPELLINGS
    const from = { 'x-forwarded-for': newAddress() }
    const placed = await accounts[index]!.post('/api/orders', bodies[index], from)
    if (placed.status === 201) await accounts[index]!.delete(`/api/orders/${placed.body._id}`, from)
  })
  await atOnce(20, WIDTH, async (round) => {
    await shop.somebody().post('/api/account/forgot', { email: spellings[round % SPELLINGS] })
  })
  await atOnce(24, WIDTH, async (round) => {
    const email = `${newName()}@elsewhere.example`
    const from = { 'x-forwarded-for': newAddress() }
    await accounts[round % SPELLINGS]!.put('/api/users/profile', { email }, from)
  })
  // One after another: each ends the other sessions of its account.
  for (let round = 0; round < 10; round++) {
    const edit = { password: `${PASSWORD} ${round}` }
    await accounts[round % SPELLINGS]!.put('/api/users/profile', edit, { 'x-forwarded-for': newAddress() })
  }

  const paid = await registered(shop, `${victim}+paid@example.com`)
  const order = await paid.post('/api/orders', await quoted(paid, [{ _id: bean, qty: 1 }]))
  const opened = await paid.post(`/api/orders/${order.body._id}/paypal`)
  shop.paypal.choose(opened.body.orderId, 'approve')
  const done = await paid.put(`/api/orders/${order.body._id}/pay`, { id: opened.body.orderId })
  if (done.body.isPaid !== true) wrong.push(`Paying answered ${done.status} ${done.text.slice(0, 200)}`)
  return { victim, wrong }
}

const KINDS: Record<keyof typeof MAILS, readonly string[]> = {
  link: ['password-reset', 'email-confirm'],
  addressChange: ['email-changing'],
  password: ['password-changed'],
  order: ['order-received', 'order-cancelled', 'order-expired'],
  inbox: [],
}

/** Too many mails to a mailbox, and too few about money. Look when no instance runs any more. */
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
        ? [`One mailbox has ${count(kinds)} mails of ${name}, which may be ${points}`]
        : []
    })
    const silenced = count(['order-paid']) === 1 ? [] : ['A paid order was not confirmed by mail']
    const unused = count(KINDS.order) === MAILS.order.points ? [] : ['The flood did not reach the limit']
    return [...tooMany, ...silenced, ...unused]
  })
}
