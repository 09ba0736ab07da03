/** The owner's settings of wholesale invoices, in the order of their form. */
import * as z from 'zod/mini'
import type { EditOf } from '../resources/described.ts'
import { check, longText, money } from '../resources/kinds.ts'

export const invoicingFields = {
  payTo: longText('How to pay without the website', {
    column: 'pay_to',
    max: 600,
    rows: 4,
    hint: 'On every invoice: to whom a check is made out and where it is sent, and bank details for transfers',
  }),
  writeOffLimit: money('Write off at most', {
    column: 'write_off_cents',
    hint: 'In dollars, for an invoice that was paid a little short',
  }),
  sendsReminders: check('Reminders by email', {
    column: 'sends_reminders',
    words: ['Off', 'On'],
    edit: z.boolean(),
    hint: '3 days before an invoice is due, and 1, 7, 14 and 30 days late: one email for each account and day with all of its invoices',
  }),
  reminderText: longText('Words of the reminder', {
    column: 'reminder_text',
    max: 1000,
    rows: 4,
    hint: 'The list of invoices follows it',
  }),
  sendsStatements: check('Statements by email', {
    column: 'sends_statements',
    words: ['Off', 'On'],
    edit: z.boolean(),
    hint: 'On the first of each month, to the people who want them, if something moved or is open',
  }),
}

export type InvoicingSettings = EditOf<typeof invoicingFields>

export const INVOICING_DEFAULTS: InvoicingSettings = {
  payTo: '',
  writeOffLimit: 1,
  sendsReminders: true,
  reminderText:
    'These invoices are open. If you have paid in the last days, please ignore this email. If something is wrong with one, just answer.',
  sendsStatements: true,
}
