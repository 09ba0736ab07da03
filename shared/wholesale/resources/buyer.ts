/** The fields of a person who acts for a wholesale account: what the person may do, and which mails the person gets. */
import { requiredText } from '#shared/platform/resources/kinds.ts'
import * as z from 'zod/mini'
import { requiredEmail, tick } from './fields.ts'

const yes = z._default(z.boolean(), true)

export const buyerFields = {
  name: requiredText('Name', { column: 'name', max: 100 }),
  email: requiredEmail('Email', { column: 'email' }),
  mayOrder: { ...tick('May order', { column: 'may_order', part: 'rights' }), edit: yes, blank: true },
  mayInvoices: tick('May see invoices', { column: 'may_invoices', part: 'rights' }),
  mayPay: tick('May pay', { column: 'may_pay', part: 'rights' }),
  mayPeople: tick('May manage people and locations', { column: 'may_people', part: 'rights' }),
  mailsOrders: {
    ...tick('Mails about orders', { column: 'mails_orders', part: 'mails' }),
    edit: yes,
    blank: true,
  },
  mailsInvoices: tick('Mails with invoices', { column: 'mails_invoices', part: 'mails' }),
  mailsStatements: tick('Mails with statements', { column: 'mails_statements', part: 'mails' }),
  mailsWeekly: tick('The weekly mail to order', { column: 'mails_weekly', part: 'mails' }),
}

/** What the first person of an account may do and gets. */
export const ALL_RIGHTS = {
  mayOrder: true,
  mayInvoices: true,
  mayPay: true,
  mayPeople: true,
  mailsOrders: true,
  mailsInvoices: true,
  mailsStatements: true,
  mailsWeekly: true,
}
