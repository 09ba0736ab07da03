// On SQLite only: messages and mails, the same code on both databases.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { bought, numberOf } from '#test/purchase.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { requestReviews } from './reviews.ts'
import { admin, openCatalog, shop, signInAgain } from '../../catalog.testing.ts'

openCatalog({ env: MAIL_SETTINGS })
let mailbox: Mailbox
let buyer: SignedInVisitor
let beans: string
let mug: string
beforeAll(async () => {
  mailbox = mailboxOf(shop)
})
beforeEach(async () => {
  await bothSignIn()
  beans = await shop.sell({ name: 'Guji Highlands' })
  mug = await shop.sell({ name: 'Speckled Mug' })
})

async function bothSignIn() {
  await signInAgain()
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
}

async function delivered(): Promise<string> {
  const { id } = await bought(shop, buyer, [
    { _id: beans, qty: 1 },
    { _id: mug, qty: 1 },
  ])
  const owner = await signedIn(shop, { isAdmin: true })
  await owner.put(`/api/orders/${id}/deliver`)
  await mailbox.newMails()
  return id
}

const review = (of: string) => buyer.post(`/api/products/${of}/reviews`, { rating: 5, comment: 'Good' })

/** The subjects and texts of the requests to the buyer after the job has run. */
async function requests() {
  await requestReviews(shop.shop)
  return mailbox.newMailsTo(buyer.email)
}

test('a week after the delivery, the buyer is asked once to review what the order contained', async () => {
  const id = await delivered()
  shop.clock.advance(6 * DAY)
  expect(await requests()).toEqual([])
  shop.clock.advance(DAY)
  const [mail, ...more] = await requests()
  expect(more).toEqual([])
  expect(mail!.subject).toBe(`How was your order No. ${await numberOf(shop, id)}?`)
  expect(mail!.text).toContain(`/product/${beans}#reviews`)
  expect(mail!.text).toContain('Review Speckled Mug')
  shop.clock.advance(DAY)
  expect(await requests()).toEqual([])
})

test('concurrent runs of the job queue one mail', async () => {
  await delivered()
  shop.clock.advance(8 * DAY)
  await Promise.all([1, 2, 3].map(() => requestReviews(shop.shop)))
  expect(await mailbox.newMailsTo(buyer.email)).toHaveLength(1)
})

test('the mail leaves out products that the buyer has reviewed, and is not sent if none is left', async () => {
  await delivered()
  await review(beans)
  shop.clock.advance(8 * DAY)
  const [mail] = await requests()
  expect(mail!.text).not.toContain('Guji Highlands#')
  expect(mail!.text).not.toContain(`/product/${beans}#reviews`)
  expect(mail!.text).toContain(`/product/${mug}#reviews`)

  await delivered()
  await review(mug)
  shop.clock.advance(8 * DAY)
  expect(await requests()).toEqual([])
})

test('there is no mail about a refunded order, a deleted account or a delivery of long ago', async () => {
  const refunded = await delivered()
  await admin.post(`/api/orders/${refunded}/refund`, { reason: 'Broken' })
  await mailbox.newMails()
  shop.clock.advance(8 * DAY)
  expect(await requests()).toEqual([])

  await bothSignIn()
  await delivered()
  shop.clock.advance(40 * DAY)
  expect(await requests()).toEqual([])

  await bothSignIn()
  await delivered()
  await admin.delete(`/api/users/${buyer.id}`)
  shop.clock.advance(8 * DAY)
  expect(await requests()).toEqual([])
})
