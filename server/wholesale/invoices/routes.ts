/** The endpoints of invoices and the ledger. */
import type { FastifyInstance } from 'fastify'
import { toCents } from '#shared/kernel/pricing.ts'
import { buyerInvoices, invoiceLinks, invoices } from '#shared/wholesale/api/invoices.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { serve, type Handlers, type Serving } from '#server/platform/http/serve.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { INVOICING } from '#server/platform/settings/groups.ts'
import { findOwnInvoice, getOwnInvoice, invoiceAccounts, listOwnInvoices, ownStatement } from './buyers.ts'
import { mailAgain, noteInvoice, voidInvoice } from './edit-invoice.ts'
import { creditFile, invoiceFileOf, statementFileOf } from './file.ts'
import { invoiceOfLink } from './links.ts'
import { listInvoices } from './list.ts'
import { readNumbers, setNextInvoice } from '../ledger/numbers.ts'
import { payAsBuyer, payByLink } from './pay.ts'
import { findInvoice } from '../ledger/invoice-rows.ts'
import { getInvoice, toPaper } from './read.ts'
import { recordReceipt, undoReceipt, useCredit } from '../ledger/by-hand.ts'
import { creditInvoice } from '../ledger/credit-notes.ts'
import { readAgeing, readLedger, readStatement } from '../ledger/read.ts'
import { undoWriteOff, writeOff } from '../ledger/write-off.ts'

export function serveLedger(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, invoices, invoiceRoutes)
  serve(app, serving, buyerInvoices, buyerRoutes)
  serve(app, serving, invoiceLinks, {
    open: async ({ shop, body }) => toPaper(shop, await invoiceOfLink(shop, body)),
    file: async ({ shop, body }) => invoiceFileOf(shop, await invoiceOfLink(shop, body)),
    pay: ({ shop, body, http }) => payByLink(shop, body, http),
  })
  serve(app, serving, ledger, ledgerRoutes)
}

const invoiceRoutes: Handlers<typeof invoices> = {
  list: ({ shop, query }) => listInvoices(shop, query),
  one: ({ shop, params }) => getInvoice(shop, params.id),
  file: async ({ shop, params }) => invoiceFileOf(shop, await findInvoice(shop, params.id)),
  mail: async ({ shop, user, params }) => {
    await mailAgain(shop, user, params.id)
    return { message: 'Invoice mailed' }
  },
  note: ({ shop, user, params, body }) => noteInvoice(shop, user, params.id, body),
  void: ({ shop, user, params }) => voidInvoice(shop, user, params.id),
}

const buyerRoutes: Handlers<typeof buyerInvoices> = {
  accounts: ({ shop, user }) => invoiceAccounts(shop, user),
  list: ({ shop, user, params, query }) => listOwnInvoices(shop, user, params.id, query),
  one: ({ shop, user, params }) => getOwnInvoice(shop, user, params.id),
  file: async ({ shop, user, params }) =>
    invoiceFileOf(shop, (await findOwnInvoice(shop, user, params.id)).row),
  statement: ({ shop, user, params, query }) => ownStatement(shop, user, params.id, query.month),
  pay: ({ shop, user, params, body, http }) => payAsBuyer(shop, user, params.id, body, http),
}

const ledgerRoutes: Handlers<typeof ledger> = {
  account: ({ shop, params }) => readLedger(shop, params.id),
  receive: async ({ shop, user, params, body, http }) => {
    await recordReceipt(shop, user, params.id, body, http.idempotencyKey)
    return readLedger(shop, params.id)
  },
  useCredit: async ({ shop, params }) => {
    await useCredit(shop, params.id)
    return readLedger(shop, params.id)
  },
  undo: async ({ shop, user, params, body }) => {
    await undoReceipt(shop, user, params.id, body.reason)
    return { message: 'Payment taken back' }
  },
  credit: async ({ shop, user, params, body, http }) => ({
    _id: await creditInvoice(shop, user, params.id, body, http.idempotencyKey),
  }),
  creditFile: ({ shop, params }) => creditFile(shop, params.id),
  writeOff: async ({ shop, user, params, body }) => {
    const { writeOffLimit } = await currentSettings(shop, INVOICING)
    await writeOff(shop, user, params.id, body.reason, toCents(writeOffLimit))
    return { message: 'Written off' }
  },
  undoWriteOff: async ({ shop, user, params }) => {
    await undoWriteOff(shop, user, params.id)
    return { message: 'Taken back' }
  },
  statement: ({ shop, params, query }) => readStatement(shop, params.id, query),
  statementFile: async ({ shop, params, query }) =>
    statementFileOf(shop, await readStatement(shop, params.id, query)),
  ageing: ({ shop, query }) => readAgeing(shop, query.day),
  numbers: ({ shop }) => readNumbers(shop),
  setNumber: async ({ shop, user, body }) => {
    await transact(shop.db, async (tx) => {
      await setNextInvoice(tx, shop, body.invoice)
      await logChange(tx, shop, user, {
        subject: 'invoice',
        name: 'Numbers',
        action: 'Changed',
        changes: [{ field: 'Next invoice', before: '', after: String(body.invoice) }],
      })
    })
    return readNumbers(shop)
  },
}
