/** Moves an account to prepaid, or back to retail prices, with a mail that staff have read. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Account, accounts } from '#shared/wholesale/api/accounts.ts'
import { COMPANY_STATES, isPrepaid } from '#shared/wholesale/resources/company.ts'
import type { CompanyRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { wholesaleMail } from '#server/platform/outbox/wholesale-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { addressesOf } from './buyers.ts'
import { endStanding, getAccount } from './companies.ts'
import { savedCompany } from './rows.ts'

/**
 * Moves an account, and mails the text to its people and to the address for bills. Orders that are accepted and
 * open invoices stay as they are. `retail` closes the account and ends its standing orders. Throws 404, and 409 if it is moved
 * already or has changed since `version`.
 */
export async function moveTerms(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { to, text, version }: Body<typeof accounts.moveTerms>,
): Promise<Account> {
  const kind = to === 'retail' ? 'wholesale-closed' : 'wholesale-terms'
  await savedCompany.update(shop, admin, id, {
    version,
    columns: (_tx, before) => columnsFor(to, before),
    after: async (tx, saved, before) => {
      for (const address of await addressesOf(tx, saved))
        await wholesaleMail(tx, shop, kind, { to: address, about: { company: id, text } }).execute()
      if (to === 'prepaid') return []
      const status = { before: COMPANY_STATES[before.status], after: COMPANY_STATES.closed }
      return [{ field: 'Status', ...status }, ...(await endStanding(tx, shop, id))]
    },
  })
  shop.mailSignal.raise()
  return getAccount(shop, id)
}

function columnsFor(to: 'prepaid' | 'retail', before: CompanyRow): Partial<CompanyRow> {
  if (before.status === 'closed') throw conflict('The account is closed already')
  if (to === 'retail') return { status: 'closed', hold_reason: '' }
  if (isPrepaid(before)) throw conflict('The account is prepaid already')
  return { terms: 'prepaid', credit: 'none', credit_cents: 0 }
}
