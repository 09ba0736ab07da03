// On SQLite only: PDFs, the same code on both databases.
// Slow, not in `npm run check`: many or large pictures.
import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { widthOf } from '#server/kernel/text/pdf-fonts.ts'
import { STICKERS, STICKER_SHEETS, type StickerSheet } from '#shared/platform/stickers.ts'
import { pdfText, type PdfPart } from '#test/pdf-text.ts'
import { bagsOf, coffeeLot, packaged } from '#test/roastery/bags.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import type { Visitor } from '#test/visitor.ts'
import { openCatalog, shop } from '../catalog.testing.ts'

openCatalog({ env: { PUBLIC_ORIGIN: 'https://shop.example', ALLOW_SANDBOX: '1' } })
let packer: Visitor
beforeAll(async () => {
  packer = await shop.staff('packer')
})

const HARD_NAMES = [
  'Guji',
  'Finca El Paraíso Double Anaerobic Thermal Shock Washed Castillo Lot 17 Competition Reserve, Cauca, Colombia, 2026',
  'Donaudampfschifffahrtsgesellschaftskapitänsmischungsröstung',
  'Cà phê Đà Lạt Cầu Đất',
  'W'.repeat(120),
  'Кофе «Утро» 🌅',
]

/** Bags with this name, and taste and origin as long as the form allows. */
async function bagsNamed(name: string, { qty = 1, grams = 340 } = {}) {
  const product = await shop.sell({ name, sizeGrams: grams })
  await shop.db
    .updateTable('products')
    .set({ origin: 'Ethiopia, Yirgacheffe', cupping_note: 'Apricot, jasmine, wild honey. '.repeat(6).trim() })
    .where('id', '=', product)
    .execute()
  const green = await greenLot(shop, { bought_grams: 3 * qty * grams })
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }])
  const batch = await batchOf(shop, {
    roast,
    greens: [{ lot: green, grams: 3 * qty * grams }],
    on: '2026-11-27',
  })
  const lot = await coffeeLot(shop, {
    product,
    batches: [{ batch: batch.id, grams: batch.grams }],
    on: '2026-11-27',
  })
  return { ...lot, bags: await bagsOf(shop, { lot: lot.id, qty, grams }) }
}

const stickersOf = (bags: string, query = '') => packer.get(`/api/roastery/bags/${bags}/stickers.pdf${query}`)

/** The corners of the label in which a part is. */
function labelAround(part: PdfPart, { page, label, first, pitch, columns, rows }: StickerSheet) {
  for (let place = 0; place < columns * rows; place++) {
    const left = first.x + (place % columns) * pitch.x
    const top = page.height - first.y - Math.floor(place / columns) * pitch.y
    const box = { place, left, right: left + label.width, top, bottom: top - label.height }
    if (part.x >= box.left && part.x < box.right && part.y <= box.top && part.y > box.bottom) return box
  }
  return null
}

const labelsOf = (parts: PdfPart[], sheet: StickerSheet) => [
  ...new Set(parts.map((part) => labelAround(part, sheet)?.place)),
]

test.each(STICKER_SHEETS)('every text of a sticker is inside its label: %s', async (id) => {
  const sheet = STICKERS[id]
  for (const name of HARD_NAMES) {
    const { bags, code } = await bagsNamed(name, { qty: 2, grams: 1000 })
    const { bytes } = await stickersOf(bags, `?sheet=${id}`)
    const { parts, pages, unreadable } = await pdfText(bytes!)
    expect(unreadable).toBe(0)
    for (const page of parts)
      for (const part of page) {
        const label = labelAround(part, sheet)
        expect(label, `${name}: ${part.text}`).not.toBeNull()
        const width = widthOf(part.text, part.size, part.isBold)
        expect(part.x - label!.left).toBeGreaterThanOrEqual(5)
        expect(label!.right - part.x - width).toBeGreaterThanOrEqual(0)
        expect(part.y - label!.bottom).toBeGreaterThan(4)
        expect(label!.top - part.y).toBeGreaterThan(5)
      }
    const text = pages.flat().join('\n')
    expect(text).toContain('NET WT 2 LB 3.2 OZ (1 kg)')
    expect(text).toContain('Roasted Nov 27, 2026')
    expect(text).toContain(`Lot ${code}`)
    expect(text).toContain('Vienna, VA 22180')
    expect(parts.flat().every(({ size }) => size >= 4.5)).toBe(true)
  }
})

test('there is one sticker per bag, and a partly used sheet is started at any label', async () => {
  const { bags } = await bagsNamed('Guji', { qty: 14 })
  const { status, headers, bytes } = await stickersOf(bags, '?sheet=5163&from=9')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  const { parts } = await pdfText(bytes!)
  expect(parts.map((page) => labelsOf(page, STICKERS['5163']))).toEqual([
    [8, 9],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    [0, 1],
  ])
  const roll = await pdfText((await stickersOf(bags, '?sheet=roll-4x6')).bytes!)
  expect(roll.pages).toHaveLength(14)
})

test('the pages have the size of the sheet or the roll', async () => {
  const { bags } = await bagsNamed('Guji')
  for (const [sheet, width, height] of [
    ['5160', 612, 792],
    ['roll-2.25x1.25', 162, 90],
  ] as const) {
    const file = await PDFDocument.load((await stickersOf(bags, `?sheet=${sheet}`)).bytes!)
    expect(file.getPages().map((page) => page.getSize())).toEqual([{ width, height }])
  }
})

test('a short name is printed with its taste, the whole name of a coffee is never lost', async () => {
  const { bags } = await bagsNamed(HARD_NAMES[1]!)
  const { pages } = await pdfText((await stickersOf(bags, '?sheet=5160')).bytes!)
  expect(pages.flat().join(' ')).toContain(HARD_NAMES[1])
})

test('a sticker says when the coffee tastes best, by the grind of the bag', async () => {
  const product = await shop.sell({ name: 'Guji' })
  const days = { roasting_level: 1, best_filter: '8-30' }
  await shop.db.updateTable('products').set(days).where('id', '=', product).execute()
  const { lot } = await packaged(shop, { product, qty: 10 })
  await bagsOf(shop, { lot, qty: 1, grams: 340, grind: 'Espresso' })
  await shop.db.updateTable('coffee_lots').set({ roasted_on: '2026-12-02' }).where('id', '=', lot).execute()
  const { pages } = await pdfText(
    (await packer.get(`/api/roastery/lots/${lot}/stickers.pdf?sheet=5163`)).bytes!,
  )
  const text = pages.flat().join('\n').replaceAll('\u00a0', ' ')
  expect(text).toContain('Best Dec 10 – Jan 1')
  expect(text).toContain('Best Dec 16 – Jan 13')
})

test('a lot has stickers for all its bags, by size and grind', async () => {
  const product = await shop.sell({ name: 'Guji', sizes: [{ priceCents: 4000, stock: 0, sizeGrams: 907 }] })
  const { lot } = await packaged(shop, { product, qty: 10 })
  await bagsOf(shop, { lot, qty: 1, sizeId: `${product}-1`, grams: 800, grind: 'Espresso' })
  const { bytes } = await packer.get(`/api/roastery/lots/${lot}/stickers.pdf?sheet=roll-3x2`)
  const { pages } = await pdfText(bytes!)
  expect(pages).toHaveLength(11)
  expect(pages.filter((page) => page.join().includes('NET WT 12 OZ (340 g)'))).toHaveLength(10)
  expect(pages.at(-1)!.join()).toContain('Espresso')
})

test('a day has stickers for all bags that were packaged on it, by coffee', async () => {
  const day = '2026-12-24'
  const at = `/api/roastery/days/${day}/stickers.pdf?sheet=roll-3x2`
  expect((await packer.get(at)).body.message).toBe('No bags were packaged on this day yet')
  const made = [await bagsNamed('Sidamo', { qty: 2 }), await bagsNamed('Antigua', { qty: 3 })]
  const ids = made.map(({ bags }) => bags)
  await shop.db.updateTable('bags').set({ made_on: day }).where('id', 'in', ids).execute()
  const { pages } = await pdfText((await packer.get(at)).bytes!)
  expect(pages).toHaveLength(5)
  expect(pages.map((page) => page.join().includes('Antigua'))).toEqual([true, true, true, false, false])
})

test('thousands of stickers are one small file', async () => {
  const { bags } = await bagsNamed('Guji', { qty: 3000 })
  const { status, bytes } = await stickersOf(bags)
  expect(status).toBe(200)
  expect(bytes!.length).toBeLessThan(1_000_000)
  expect((await PDFDocument.load(bytes!)).getPageCount()).toBe(300)
})

test('a wrong sheet, a wrong start and unknown bags are refused with a reason', async () => {
  const { bags, id } = await bagsNamed('Guji')
  const wrong = async (query: string) => {
    const { status, body } = await stickersOf(bags, query)
    return [status, body.message]
  }
  expect(await wrong('?sheet=L7160')).toEqual([400, 'There is no such label sheet'])
  expect(await wrong('?sheet=5163&from=11')).toEqual([400, 'This sheet has 10 labels. Start at one of them'])
  expect(await wrong('?from=0')).toEqual([400, 'Enter the number of a label, from 1 to 30'])
  expect((await stickersOf('unknown')).status).toBe(404)
  expect((await packer.get('/api/roastery/lots/unknown/stickers.pdf')).status).toBe(404)
  await shop.db.deleteFrom('bags').where('coffee_lot_id', '=', id).execute()
  const none = await packer.get(`/api/roastery/lots/${id}/stickers.pdf`)
  expect([none.status, none.body.message]).toEqual([409, 'No bags were packaged from this lot yet'])
})

test('only staff who pack print stickers', async () => {
  const { bags } = await bagsNamed('Guji')
  const path = `/api/roastery/bags/${bags}/stickers.pdf`
  expect((await shop.visitor().get(path)).status).toBe(401)
  expect((await (await shop.customer()).get(path)).status).toBe(403)
  expect((await (await shop.staff('barista')).get(path)).status).toBe(403)
})
