/** What the people of an account see and change of it. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { OwnAccount, OwnAccountPage, ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import type { BuyerRow, CompanyRow, LocationRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor, buyersOf, companiesOf } from './buyers.ts'
import { addCertificateFile, papersOf, readCertificateFile } from './certificate-files.ts'
import { certificateOn } from './certificates.ts'
import { addCertificate } from './check-certificates.ts'
import { saveOwnLocation } from './locations.ts'
import { addBuyer, removeBuyer, saveBuyer } from './people.ts'
import { companyRows, nameOfCompany, toBuyer, toCertificate, toLocation } from './rows.ts'

/** The accounts for which the caller may act. */
export async function listOwn(shop: Shop, user: SignedIn): Promise<{ accounts: OwnAccount[] }> {
  const all = await companiesOf(shop, user)
  const locations = await locationsOf(
    shop,
    all.map(({ company }) => company.id),
  )
  return {
    accounts: all.map(({ company, buyer }) => ({
      ...toOwn(company, buyer),
      locations: locations
        .filter(({ company_id: id, is_active: isActive }) => id === company.id && isActive === 1)
        .map(({ id, name }) => ({ _id: id, name })),
    })),
  }
}

/** One account of the caller. Throws 404. */
export async function getOwn(shop: Shop, user: SignedIn, id: string): Promise<OwnAccountPage> {
  const { company, buyer } = await buyerFor(shop, user, id)
  const { day } = nowAt(shop.clock)
  const certificates = await shop.db
    .selectFrom('certificates')
    .selectAll()
    .where('company_id', '=', id)
    .orderBy('id', 'desc')
    .execute()
  const papers = await papersOf(shop.db, id)
  const people = buyer.may_people === 1 ? await buyersOf(shop.db, id) : []
  const { legalName, billingEmail, terms, netDays, ...facts } = companyRows.editOf(company)
  const { address, address2, city, state, postalCode } = facts
  return {
    ...toOwn(company, buyer),
    legalName,
    billingEmail,
    terms,
    netDays,
    address,
    address2,
    city,
    state,
    postalCode,
    locations: (await locationsOf(shop, [id])).map(toLocation),
    people: people.map(toBuyer),
    self: buyer.id,
    certificates: certificates.map((row) => toCertificate(row, company, day, papers)),
    isExempt: (await certificateOn(shop.db, id, day)) !== null,
  }
}

export async function changeLocation(
  shop: Shop,
  user: SignedIn,
  place: { id: string; locationId: string },
  edit: Body<typeof ownAccounts.saveLocation>,
): Promise<OwnAccountPage> {
  await buyerFor(shop, user, place.id, 'people')
  await saveOwnLocation(shop, user, place, edit)
  return getOwn(shop, user, place.id)
}

export async function invitePerson(
  shop: Shop,
  user: SignedIn,
  id: string,
  edit: Body<typeof ownAccounts.addBuyer>,
): Promise<OwnAccountPage> {
  const { company } = await buyerFor(shop, user, id, 'people')
  if (company.status === 'closed') throw conflict('This account is closed')
  await addBuyer(shop, user, id, edit)
  return getOwn(shop, user, id)
}

export async function changePerson(
  shop: Shop,
  user: SignedIn,
  place: { id: string; buyerId: string },
  edit: Body<typeof ownAccounts.saveBuyer>,
): Promise<OwnAccountPage> {
  await buyerFor(shop, user, place.id, 'people')
  await saveBuyer(shop, user, place, edit, { keepsManager: true })
  return getOwn(shop, user, place.id)
}

/** Throws 409 for oneself: another person who manages people, or the shop, removes one who leaves. */
export async function removePerson(
  shop: Shop,
  user: SignedIn,
  place: { id: string; buyerId: string },
): Promise<OwnAccountPage> {
  const { buyer } = await buyerFor(shop, user, place.id, 'people')
  if (buyer.id === place.buyerId)
    throw conflict('Ask another person who manages people, or us, to remove you')
  await removeBuyer(shop, user, place, { keepsManager: true })
  return getOwn(shop, user, place.id)
}

export async function sendCertificate(
  shop: Shop,
  user: SignedIn,
  id: string,
  edit: Body<typeof ownAccounts.addCertificate>,
): Promise<OwnAccountPage> {
  await buyerFor(shop, user, id, 'people')
  await addCertificate(shop, user, id, edit)
  return getOwn(shop, user, id)
}

export async function sendCertificateFile(
  shop: Shop,
  user: SignedIn,
  place: { id: string; certificateId: string },
  files: readonly ReceivedFile[],
): Promise<OwnAccountPage> {
  await buyerFor(shop, user, place.id, 'people')
  await addCertificateFile(shop, user, place, files, { mayComplete: false })
  return getOwn(shop, user, place.id)
}

/** The paper of a certificate, for every buyer of the account. Throws 404. */
export async function getOwnCertificateFile(
  shop: Shop,
  user: SignedIn,
  place: { id: string; certificateId: string },
): Promise<Download> {
  await buyerFor(shop, user, place.id)
  return readCertificateFile(shop, place)
}

function toOwn(company: CompanyRow, buyer: BuyerRow): Omit<OwnAccount, 'locations'> {
  return {
    _id: company.id,
    name: nameOfCompany(company),
    status: company.status,
    rights: {
      mayOrder: buyer.may_order === 1,
      mayInvoices: buyer.may_invoices === 1,
      mayPay: buyer.may_pay === 1,
      mayPeople: buyer.may_people === 1,
    },
  }
}

async function locationsOf({ db }: Shop, companies: readonly string[]): Promise<LocationRow[]> {
  if (companies.length === 0) return []
  return db.selectFrom('locations').selectAll().where('company_id', 'in', companies).orderBy('id').execute()
}
