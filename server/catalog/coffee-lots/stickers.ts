/** Stickers for bags as a PDF: one per bag, for sheets of labels and for label printers. */
import type { StickerPrinting } from '#shared/catalog/api/coffee-lots.ts'
import { bestDays, useOf, type BestDays } from '#shared/catalog/freshness.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { STICKERS } from '#shared/platform/stickers.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { createPdf } from '#server/kernel/text/pdf.ts'
import { stickerDrawing } from './draw-sticker.ts'

/** A longer file would take long to open. */
const MOST = 5000

/** Stickers for bags that were packaged together. Throws 404, and 400 for a start after the end of the sheet. */
export async function stickersOfBags(shop: Shop, id: string, printing: StickerPrinting): Promise<Download> {
  const bags = await bagsOf(shop).where('bags.id', '=', id).execute()
  if (bags.length === 0) throw notFound('Bags')
  return print(shop, bags, printing)
}

/** The same for all bags of a lot. Throws 409 if it has none, or too many for one file. */
export async function stickersOfLot(shop: Shop, id: string, printing: StickerPrinting): Promise<Download> {
  const lot = await shop.db.selectFrom('coffee_lots').select('id').where('id', '=', id).executeTakeFirst()
  if (!lot) throw notFound('Lot')
  const bags = await bagsOf(shop)
    .where('coffee_lot_id', '=', id)
    .orderBy('bags.grams')
    .orderBy('grind')
    .orderBy('bags.id')
    .execute()
  requireOneFile(bags, {
    none: 'No bags were packaged from this lot yet',
    many: 'This lot has more than 5,000 bags. Print the stickers of each size',
  })
  return print(shop, bags, printing)
}

/** The same for all bags that were packaged on a day. Throws 409 if there are none, or too many for one file. */
export async function stickersOfDay(shop: Shop, day: string, printing: StickerPrinting): Promise<Download> {
  const bags = await bagsOf(shop)
    .where('bags.made_on', '=', day)
    .orderBy('products.name')
    .orderBy('bags.grams')
    .orderBy('grind')
    .orderBy('bags.id')
    .execute()
  requireOneFile(bags, {
    none: 'No bags were packaged on this day yet',
    many: 'More than 5,000 bags were packaged on this day. Print the stickers of each lot',
  })
  return print(shop, bags, printing, day)
}

function bagsOf({ db }: Shop) {
  return db
    .selectFrom('bags')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_id')
    .innerJoin('products', 'products.id', 'bags.product_id')
    .select([
      'bags.id',
      'bags.grams',
      'bags.grind',
      'bags.qty',
      'coffee_lots.code',
      'coffee_lots.roasted_on',
      'products.name',
      'products.origin',
      'products.cupping_note',
      'products.roasting_level',
      'products.best_filter',
      'products.best_espresso',
      'products.best_for',
    ])
}

function requireOneFile(bags: readonly StickerBags[], refusals: { none: string; many: string }): void {
  if (bags.length === 0) throw conflict(refusals.none)
  if (bags.reduce((sum, { qty }) => sum + qty, 0) > MOST) throw conflict(refusals.many)
}

/** When the coffee of these bags tastes best, for the way in which they are most likely brewed. */
function bestDaysOf(bags: StickerBags): BestDays | null {
  const bestFor = productFields.bestFor.load(bags.best_for)
  const coffee = {
    roastingLevel: bags.roasting_level,
    bestFilter: bags.best_filter,
    bestEspresso: bags.best_espresso,
    bestFor,
  }
  return bestDays(coffee, useOf(bags.grind, bestFor), bags.roasted_on)
}

type StickerBags = Awaited<ReturnType<ReturnType<typeof bagsOf>['execute']>>[number]

async function print(
  shop: Shop,
  bags: readonly StickerBags[],
  { sheet: id, from }: StickerPrinting,
  /** The day, or the lot. */
  of = `lot ${bags[0]!.code}`,
): Promise<Download> {
  const sheet = STICKERS[id]
  const onPage = sheet.columns * sheet.rows
  if (from > onPage) throw badRequest(`This sheet has ${onPage} labels. Start at one of them`)
  const business = await businessOf(shop)
  const pdf = await createPdf(`Stickers of ${of}`, [bags, business], sheet.page)
  let place = from - 1
  for (const each of bags) {
    const link = `${originOf(shop.config)}/lots/${each.code}`
    const drawing = await stickerDrawing(pdf, id, { bags: each, best: bestDaysOf(each), business, link })
    const stamp = pdf.stamp(sheet.label, drawing)
    for (let bag = 0; bag < each.qty; bag++) {
      if (place === onPage) {
        pdf.addPage()
        place = 0
      }
      stamp(
        sheet.first.x + (place % sheet.columns) * sheet.pitch.x,
        sheet.first.y + Math.floor(place / sheet.columns) * sheet.pitch.y,
      )
      place++
    }
  }
  return { name: `stickers-${of.replace('lot ', '')}.pdf`, content: await pdf.save() }
}
