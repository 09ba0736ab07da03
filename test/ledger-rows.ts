/** Rows of the ledger of wholesale accounts, for the ids in the paths of its endpoints. */
import { accountOfBuyer, invoiced } from '#server/wholesale/invoices/ledger.testing.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { TestShop } from './shop.ts'
import { insert } from './table-rows.ts'
import type { Visitor } from './visitor.ts'

/** An account that `owner` may act for, if `owner` is signed in. */
const ledger = (shop: TestShop, owner: Visitor) => accountOfBuyer(shop, owner)

const invoice = async (shop: TestShop, owner: Visitor) => invoiced(shop, await ledger(shop, owner))

export const LEDGER_ROWS = {
  invoices: invoice,
  'own-invoices': invoice,
  ledgers: ledger,
  'account-invoices': async (shop: TestShop, owner: Visitor) => {
    const id = await ledger(shop, owner)
    await invoiced(shop, id)
    return id
  },
  receipts: async (shop: TestShop, owner: Visitor) => {
    const id = newId(shop.clock)
    const { day } = nowAt(shop.clock)
    await insert(shop.db, 'receipts', {
      id,
      company_id: await ledger(shop, owner),
      kind: 'cash',
      cents: 500,
      left_cents: 500,
      day,
      received_on: day,
      actor: 'Olive',
      at: isoNow(shop.clock),
    })
    return id
  },
  'credit-notes': async (shop: TestShop, owner: Visitor) => {
    const id = newId(shop.clock)
    const of = await shop.db
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', await invoice(shop, owner))
      .executeTakeFirstOrThrow()
    const { seller, buyer, isTrial } = JSON.parse(of.data)
    await insert(shop.db, 'credit_notes', {
      id,
      company_id: of.company_id,
      invoice_id: of.id,
      number: `C-${id}`,
      data: JSON.stringify({ seller, buyer, isTrial, invoice: of.number, reason: 'Torn', lines: [] }),
      issued_at: isoNow(shop.clock),
      issued_on: of.issued_on,
      items_cents: 100,
      shipping_cents: 0,
      tax_cents: 0,
      total_cents: 100,
      left_cents: 100,
      goods_back: 0,
      reason: 'Torn',
      actor: 'Olive',
    })
    return id
  },
}
