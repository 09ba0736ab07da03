/** "Tell me when it is back": confirmed by mail, one mail, and the address is deleted. */
import { beforeAll, expect, test } from 'vitest'
import { sweepNotices, tellWhatIsBack } from './stock-notices.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop, signInAgain } from '../catalog.testing.ts'

openCatalog({ env: MAIL_SETTINGS }, true)
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = mailboxOf(shop)
})

async function soldOut(name: string): Promise<{ product: string; size: string }> {
  const product = await shop.sell({ name, stock: 0 })
  const { id } = await shop.db
    .selectFrom('product_sizes')
    .select('id')
    .where('product_id', '=', product)
    .executeTakeFirstOrThrow()
  return { product, size: id }
}

const restock = (size: string, count = 5) =>
  shop.db.updateTable('product_sizes').set({ count_in_stock: count }).where('id', '=', size).execute()

const ask = (size: string, email: string, visitor = shop.visitor()) =>
  visitor.post('/api/stock-notices', { size, email })

const linkIn = (text = '') => /\/back-in-stock\/confirm#(\S+)/.exec(text)?.[1] ?? ''

const rowsOf = (email: string) =>
  shop.db.selectFrom('stock_notices').selectAll().where('email', '=', email).execute()

test('a confirmed request causes one mail, and the address is deleted', async () => {
  const { product, size } = await soldOut('Yirgacheffe')
  expect((await ask(size, 'ann@example.com')).body).toEqual({ status: 'success' })
  await ask(size, 'ann@example.com')
  const [mail, ...others] = await mailbox.newMailsTo('ann@example.com')
  expect(mail?.subject).toBe('Confirm: an email when Yirgacheffe is back')
  expect(others).toEqual([])
  const confirm = () => shop.visitor().post('/api/stock-notices/confirm', { link: linkIn(mail?.text) })
  expect((await confirm()).body).toEqual({ message: 'We write to you once when it is back' })
  expect((await confirm()).status).toBe(200)
  await tellWhatIsBack(shop.shop)
  expect(await mailbox.newMailsTo('ann@example.com')).toEqual([])
  await restock(size)
  await Promise.all([tellWhatIsBack(shop.shop), tellWhatIsBack(shop.shop)])
  const told = await mailbox.newMailsTo('ann@example.com')
  expect(told.map(({ subject }) => subject)).toEqual(['Yirgacheffe is back'])
  expect(told[0]!.text).toContain(`https://frame.example/product/${product}`)
  expect(await rowsOf('ann@example.com')).toEqual([])
  await tellWhatIsBack(shop.shop)
  expect(await mailbox.newMailsTo('ann@example.com')).toEqual([])
  expect((await confirm()).status).toBe(400)
})

test('without confirmation there is no mail, and the address is deleted after a week', async () => {
  const { size } = await soldOut('Kenya')
  await ask(size, 'bob@example.com')
  await mailbox.newMails()
  await restock(size)
  await tellWhatIsBack(shop.shop)
  expect(await mailbox.newMailsTo('bob@example.com')).toEqual([])
  const forged = await shop.visitor().post('/api/stock-notices/confirm', { link: `x.${'A'.repeat(43)}` })
  expect([forged.status, forged.body.code]).toEqual([400, 'link'])
  await sweepNotices(shop.shop)
  expect(await rowsOf('bob@example.com')).toHaveLength(1)
  shop.clock.advance(8 * DAY)
  await sweepNotices(shop.shop)
  expect(await rowsOf('bob@example.com')).toEqual([])
})

test('an address that an admin excludes after its request was confirmed gets no mail', async () => {
  const { size } = await soldOut('Sumatra')
  await ask(size, 'eve@example.com')
  const [mail] = await mailbox.newMailsTo('eve@example.com')
  await shop.visitor().post('/api/stock-notices/confirm', { link: linkIn(mail?.text) })
  await signInAgain()
  await admin.post('/api/newsletters/exclusions', { email: 'eve@example.com' })
  await restock(size)
  await tellWhatIsBack(shop.shop)
  expect(await mailbox.newMailsTo('eve@example.com')).toEqual([])
  expect(await rowsOf('eve@example.com')).toEqual([])
})

test('a customer with a confirmed address needs no link, but for another address a link is mailed', async () => {
  const { size } = await soldOut('Brazil')
  const user = await signedIn(shop, { name: 'Cleo' })
  await ask(size, user.email, user)
  expect(await mailbox.newMailsTo(user.email)).toEqual([])
  expect((await rowsOf(user.email))[0]!.confirmed_at).not.toBeNull()
  await ask(size, 'friend@example.com', user)
  expect(await mailbox.newMailsTo('friend@example.com')).toHaveLength(1)
  expect((await rowsOf('friend@example.com'))[0]!.confirmed_at).toBeNull()
})

test('an unknown size is refused, and the form without JavaScript leads to a page with the result', async () => {
  expect((await ask('none', 'ann@example.com')).status).toBe(404)
  const { size } = await soldOut('Peru')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (body: string) => shop.visitor().post('/api/stock-notices', Buffer.from(body), form)
  const good = await send(`size=${size}&email=dora%40example.com`)
  expect([good.status, good.headers.location]).toEqual([303, '/back-in-stock?sent=success'])
  expect((await send(`size=${size}&email=dora`)).headers.location).toBe(
    '/back-in-stock?sent=fail&field=email',
  )
})
