/** The goods and the money of the owner: a Shopify export, a work of art, and the close of a month. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile } from '../products.ts'
import type { OwnerTrial } from './owner.ts'
import { fromToday } from './owner-site.ts'
import { giveAddress, payAtPaypal } from './subscriber.ts'

export async function importProducts(trial: OwnerTrial): Promise<void> {
  const { owner, run } = trial
  const { page } = owner
  const text = await readFile(join(import.meta.dirname, 'shopify-products.csv'), 'utf8')
  const buffer = Buffer.from(text.replaceAll('{run}', run))
  await owner.task('Import a Shopify export of 12 products, one row broken', async () => {
    await fromToday(trial)
    await owner.follow(/move in from your old shop/i, page.getByRole('main'))
    await owner.follow(/^Shopify/, page.getByRole('main'))
    const file = { name: 'products_export_1.csv', mimeType: 'text/csv', buffer }
    await owner.give(page.getByLabel('Choose the file of products'), file)
    await owner.see('11 would be created')
    await owner.see(/1 has problems/)
    await owner.press('Import 11 products')
    await owner.see('Done. 11 products were imported.')
    await owner.shoot('imported')
  })
}

export async function sellWork(trial: OwnerTrial): Promise<void> {
  const { owner, other, origin, run } = trial
  const { page } = owner
  const title = `Two Kettles ${run}`
  await owner.task('Put a work of art on sale', async () => {
    await fromToday(trial, 'Art Show', 'Works')
    await owner.follow('Add work')
    await owner.type(/^Title/, title)
    await owner.choose(/^Artist/, { index: 1 })
    await owner.give(page.getByLabel(/(Choose|Upload).*(picture|file|image)/i), pictureFile('gallery_05'))
    await owner.type(/^Medium/, 'Gouache on paper')
    await owner.type(/^Price/, '420')
    await owner.choose(/^Box/, { index: 2 })
    await owner.type(/^Weight with packing/, '1500')
    await owner.press('Add')
    await owner.see(title)
    await owner.shoot('added')
  })
  const buyer = await other('buyer')
  await buyer.task('A visitor buys the work, and pays', async () => {
    await buyer.begin(`${origin}/artshow`)
    await buyer.follow(new RegExp(title))
    await buyer.press('Add to cart')
    await buyer.follow('Go to the cart')
    await buyer.press('Proceed to Checkout')
    await giveAddress(buyer, `bea-${run}@example.com`)
    await buyer.press('Place Order')
    await buyer.page.waitForURL(/\/order\//)
    await payAtPaypal(buyer)
    await buyer.shoot('paid')
  })
  await owner.task('See that the work is sold', async () => {
    await fromToday(trial, 'Art Show', 'Works')
    await owner.see('Sold', page.getByRole('row', { name: new RegExp(title) }))
    await owner.shoot('sold')
  })
}

export async function closeMonth(trial: OwnerTrial): Promise<void> {
  const { owner } = trial
  const { page } = owner
  await owner.task('Close a month, and download the QuickBooks file', async () => {
    await fromToday(trial, 'Money', 'Accounting')
    const next = page.getByRole('link', { name: /^Next to close/ })
    const name = /: (.+)$/.exec(await next.innerText({ timeout: 15_000 }))![1]!
    await owner.click(next)
    await page.getByRole('button', { name: `Close ${name}` }).waitFor()
    const saved = page.waitForEvent('download')
    await owner.press('Download CSV, QuickBooks journal')
    const file = await readFile(await (await saved).path(), 'utf8')
    if (!file.includes('Journal')) throw new Error(`no journal: ${file.slice(0, 200)}`)
    await owner.press(`Close ${name}`)
    await owner.see(/^Closed by Owner/)
    await owner.shoot('closed')
  })
}
