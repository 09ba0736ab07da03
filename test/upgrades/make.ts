/**
 * `npm run keep-release`: writes the data folder and the backup of a shop of this release into a folder of its own, with
 * what they contain (README.md in this folder). Vitest runs it, because it uses the helpers of the tests.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { test } from 'vitest'
import { takeBackup } from '#server/backoffice/backup/take.ts'
import { migrationNames } from '#server/kernel/db/migrate.ts'
import { firstStart } from '#server/start/first-start.ts'
import { withStore } from '../backups.ts'
import { fillShop } from '../full-shop.ts'
import { BALTIMORE, VIENNA, bought, placed, type CartLines } from '../purchase.ts'
import { openShop, PASSWORD, type TestShop } from '../shop.ts'
import type { Answer, Visitor } from '../visitor.ts'
import { readOldShop } from './old-shop.ts'

test('keeps a shop of this release', async () => {
  const release = join(import.meta.dirname, migrationNames().at(-1)!)
  if (existsSync(release)) throw new Error(`This schema is kept already, in ${release}`)
  const shop = await openShop({ env: { SEED: 'catalogue' } })
  await firstStart(shop.shop)
  // The rows below replace these.
  await shop.db.updateTable('artists').set({ is_feat: 0 }).execute()
  await shop.db.deleteFrom('menu_pages').execute()
  await fillShop(shop)
  const signIn = await sellCoffee(shop)

  const folder = await mkdtemp(join(tmpdir(), 'frame-release-'))
  const data = join(folder, 'data')
  await mkdir(data)
  // A copy without free pages and without a log.
  await sql`vacuum into ${join(data, 'shop.sqlite')}`.execute(shop.db)
  await cp(join(shop.shop.config.dataDir, 'uploads'), join(data, 'uploads'), { recursive: true })
  const old = readOldShop(data, { password: PASSWORD, signIn })
  await mkdir(release)
  await writeFile(join(release, 'backup.tar.gz'), (await takeBackup(withStore(shop))).content)
  execFileSync('tar', ['-czf', join(release, 'data-folder.tar.gz'), '-C', data, 'shop.sqlite', 'uploads'])
  await writeFile(join(release, 'contents.json'), `${JSON.stringify(old, null, 1)}\n`)
  await rm(folder, { recursive: true })
  await shop.close()
})

/**
 * Orders of three customers in all states that need no waiting.
 * @returns the email addresses of the customers and of the admin, who all have the password `PASSWORD`
 */
async function sellCoffee(shop: TestShop): Promise<string[]> {
  const admin = await shop.admin()
  const [first, second, third] = await catalog(admin)
  const buyers = [await shop.customer('Ann Buyer'), await shop.customer('Bo Ångström'), await shop.customer()]
  for (const [index, buyer] of buyers.entries()) {
    const items = [{ ...first!, qty: index + 1 }, second!, third!]
    await bought(shop, buyer, items)
    await placed(buyer, items, index === 0 ? VIENNA : BALTIMORE)
    ok(await buyer.delete(`/api/orders/${await placed(buyer, [second!])}`))
    const shipped = await bought(shop, buyer, [{ ...first!, qty: 2 }])
    ok(await admin.put(`/api/orders/${shipped.id}/ship`, { trackingNumber: `9400${index}`, trackingUrl: '' }))
    const delivered = await bought(shop, buyer, [third!])
    ok(await admin.put(`/api/orders/${delivered.id}/ship`, { trackingNumber: '', trackingUrl: '' }))
    ok(await admin.put(`/api/orders/${delivered.id}/deliver`))
    const partly = await bought(shop, buyer, [{ ...second!, qty: 2 }])
    ok(await admin.post(`/api/orders/${partly.id}/refund`, { amount: 2.5, reason: 'A torn bag', stock: [] }))
    const refunded = await bought(shop, buyer, [second!])
    const all = { amount: refunded.total, reason: 'Changed their mind', stock: [] }
    ok(await admin.post(`/api/orders/${refunded.id}/refund`, all))
  }
  return Promise.all([admin, ...buyers].map(async (one) => ok(await one.get('/api/users/profile')).email))
}

/** Products of the demo catalog, as lines of a cart. */
async function catalog(admin: Visitor): Promise<CartLines> {
  const { products } = ok(await admin.get('/api/products?keyword=colombia')) as Catalog
  const { products: others } = ok(await admin.get('/api/products?pageNumber=2')) as Catalog
  const onSale = [...products, ...others].filter((one) => one.countInStock > 20)
  return onSale.map(({ _id }) => ({ _id, qty: 1 }))
}

type Catalog = { products: { _id: string; countInStock: number }[] }

function ok({ status, text, body }: Answer) {
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${text}`)
  return body
}
