/** The accounts of the owner's bookkeeping, in the order of their form: names for QuickBooks, codes for Xero. */
import type { EditOf } from '../resources/described.ts'
import { requiredText } from '../resources/kinds.ts'

const NAME = 100
const CODE = 10

export const accountingFields = {
  clearing: name('PayPal clearing', 'clearing', 'The account of the money at PayPal, of the type Bank'),
  sales: name('Sales', 'sales'),
  shipping: name('Shipping income', 'shipping'),
  tax: name('Sales tax payable', 'tax'),
  refunds: name('Refunds', 'refunds', 'For refunded goods and goodwill'),
  fees: name('PayPal fees', 'fees'),
  surplus: name('Customer overpayments', 'surplus', 'For payments that have to be refunded'),
  giftCards: name(
    'Gift cards outstanding',
    'gift_cards',
    'A liability: what the shop owes to holders of gift cards',
  ),
  till: name('Cash at the bar', 'till', 'The cash drawer, and gift cards that are sold at the bar'),
  machine: name(
    'Card machine clearing',
    'machine',
    'What the card machine took, until its bank pays it out less its fees',
  ),
  rounding: name('Cash rounding', 'rounding', 'If the shop rounds cash to five cents'),
  overShort: name('Cash over and short', 'over_short', 'What a count of the drawer finds more or less'),
  cashMoves: name(
    'Cash paid in and out',
    'cash_moves',
    'Cash that you put into the drawer or take out of it, until you book what it was for',
  ),
  bank: name(
    'Checks and bank transfers',
    'bank',
    'Money that settled a failed payment or an invoice, until you book the deposit at your bank',
  ),
  receivable: name(
    'Wholesale receivables',
    'receivable',
    'An other current asset: QuickBooks takes no journals for Accounts Receivable without a customer',
  ),
  clearingCode: code(
    'PayPal clearing, code',
    'clearing_code',
    'Xero takes no journals for bank accounts: use a current asset',
  ),
  salesCode: code('Sales, code', 'sales_code'),
  shippingCode: code('Shipping income, code', 'shipping_code'),
  taxCode: code('Sales tax payable, code', 'tax_code'),
  refundsCode: code('Refunds, code', 'refunds_code'),
  feesCode: code('PayPal fees, code', 'fees_code'),
  surplusCode: code('Customer overpayments, code', 'surplus_code'),
  giftCardsCode: code('Gift cards outstanding, code', 'gift_cards_code'),
  tillCode: code('Cash at the bar, code', 'till_code'),
  machineCode: code('Card machine clearing, code', 'machine_code'),
  roundingCode: code('Cash rounding, code', 'rounding_code'),
  overShortCode: code('Cash over and short, code', 'over_short_code'),
  cashMovesCode: code('Cash paid in and out, code', 'cash_moves_code'),
  bankCode: code('Checks and bank transfers, code', 'bank_code'),
  receivableCode: code('Wholesale receivables, code', 'receivable_code'),
  taxRate: requiredText('Xero tax rate', {
    column: 'tax_rate',
    max: 50,
    part: 'xero',
    hint: 'The full name of a rate of 0%, as in Xero, because the tax has its own account',
  }),
}

function name<C extends string>(label: string, column: C, hint?: string) {
  return requiredText(label, { column, max: NAME, part: 'quickbooks', ...(hint ? { hint } : {}) })
}

function code<C extends string>(label: string, column: C, hint?: string) {
  return requiredText(label, { column, max: CODE, part: 'xero', ...(hint ? { hint } : {}) })
}

export type AccountingSettings = EditOf<typeof accountingFields>

export const ACCOUNTING_DEFAULTS: AccountingSettings = {
  clearing: 'PayPal Clearing',
  sales: 'Sales of Product Income',
  shipping: 'Shipping Income',
  tax: 'Sales Tax Payable',
  refunds: 'Refunds and Allowances',
  fees: 'PayPal Fees',
  surplus: 'Customer Overpayments',
  giftCards: 'Gift Cards Outstanding',
  till: 'Cash on Hand',
  machine: 'Card Machine Clearing',
  rounding: 'Cash Rounding',
  overShort: 'Cash Over and Short',
  cashMoves: 'Petty Cash',
  bank: 'Undeposited Funds',
  receivable: 'Wholesale Receivables',
  clearingCode: '1090',
  salesCode: '4000',
  shippingCode: '4100',
  taxCode: '2200',
  refundsCode: '4900',
  feesCode: '6040',
  surplusCode: '2300',
  giftCardsCode: '2310',
  tillCode: '1010',
  machineCode: '1095',
  roundingCode: '4950',
  overShortCode: '6050',
  cashMovesCode: '1015',
  bankCode: '1096',
  receivableCode: '1210',
  taxRate: 'Tax Exempt (0%)',
}
