/** The table in which an account orders: what it can buy with its prices, what it usually takes, and when it is delivered. */
import { sql } from 'kysely'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import { grindsOf } from '#shared/platform/grinds.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { OrderForm, OrderRow as FormRow } from '#shared/wholesale/api/account-orders.ts'
import { minimumOf } from '#shared/wholesale/order-sums.ts'
import { priceOf } from '#shared/wholesale/prices.ts'
import { isLineTaxed } from '#shared/wholesale/tax.ts'
import { isPrepaid } from '#shared/wholesale/resources/company.ts'
import type { CompanyRow, Db, LocationRow } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { GRINDING } from '#server/platform/settings/groups.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { companiesOf } from '../accounts/buyers.ts'
import { creditUse, refusalOf } from '../ledger/credit.ts'
import { sizesSoldTo } from '../prices/sizes.ts'
import { bookedFor } from './booked.ts'
import { isChangeable, orderIn } from './change.ts'
import { nextDeliveries } from './days.ts'
import { linesOfLast, usualOf } from './usual.ts'
import { termsOf, type OrderTerms } from './terms.ts'
import { locationIn, ordererOf, type Who } from './who.ts'

type Wanted = { company?: string | undefined; location?: string | undefined; changes?: string | undefined }

/** How many of the next deliveries the form offers. */
const DELIVERIES = 8

/**
 * The form of a buyer, for the account and the location that it names, or the first ones. Throws 404 for a caller who orders for
 * no account, 403 without the right to order, and what `formOf` throws.
 */
export async function formOfBuyer(shop: Shop, user: SignedIn, wanted: Wanted): Promise<OrderForm> {
  const own = (await companiesOf(shop, user)).filter(({ buyer }) => buyer.may_order === 1)
  const first = own.find(({ company }) => company.status !== 'closed') ?? own[0]
  const company = wanted.company ?? first?.company.id
  if (!company) throw notFound('Account')
  return formOf(
    shop,
    { by: 'buyer', user },
    { ...wanted, company },
    own.map((each) => each.company),
  )
}

/**
 * The form for an account, whoever orders. Throws 404 for an unknown location, and 409 with the code `location` for an account
 * without one, and with the code `locked` for an order that can no longer be changed.
 * @param choices the accounts between which the caller can choose
 */
export async function formOf(
  shop: Shop,
  who: Who,
  wanted: Wanted & { company: string },
  choices: readonly CompanyRow[] = [],
): Promise<OrderForm> {
  const { company, staff } = await ordererOf(shop, who, wanted.company)
  const changed = wanted.changes ? await orderIn(shop, company.id, wanted.changes) : null
  if (changed && !staff && !isChangeable(shop, changed))
    throw conflict('The time to change this order has passed', { code: 'locked' })
  const location = await locationOf(shop.db, company, changed?.location_id ?? wanted.location)
  const terms = await termsOf(shop, company, location)
  const { tax, state, exemption, prices } = terms
  const deliveries = await nextDeliveries(shop, location, DELIVERIES)
  const days = deliveries.map(({ deliversOn }) => deliversOn)
  return {
    accounts: await withLocations(shop.db, choices.length > 0 ? choices : [company]),
    company: {
      _id: company.id,
      name: nameOf(company),
      kind: company.kind,
      ...(await creditOf(shop, company, staff !== null)),
    },
    location: {
      _id: location.id,
      name: location.name,
      address: addressText(location),
      handover: location.handover,
    },
    deliveries: deliveries.map(({ packsOn: _packs, ...day }) => day),
    booked: await bookedFor(shop.db, location.id, days, changed?.id ?? null),
    minimum: minimumOf(location, company),
    breaks: [...prices.breaks],
    floor: prices.floorCents === null ? null : toDollars(prices.floorCents),
    taxThousandths: state === tax.state ? tax.thousandths : 0,
    isExempt: exemption !== null,
    rows: await rowsOf(shop, company, location, terms),
    last: await linesOfLast(shop.db, location.id),
    changes: changed && {
      _id: changed.id,
      number: changed.number ?? changed.id,
      lines: await linesIn(shop.db, changed.id),
      deliversOn: changed.delivers_on ?? '',
      poNumber: changed.po_number,
      note: changed.buyer_note,
    },
  }
}

export const nameOf = (company: Pick<CompanyRow, 'trade_name' | 'legal_name'>) =>
  company.trade_name || company.legal_name

export function addressText({ address, address2, city, state, postal_code }: LocationRow): string {
  return [address, address2, `${city}, ${state} ${postal_code}`].filter(Boolean).join(', ')
}

/** How the account pays. Staff with a reason are not stopped by a hold or a limit. */
async function creditOf(shop: Shop, company: CompanyRow, byStaff: boolean) {
  const { terms, net_days: days, po_required: required } = company
  const { day } = nowAt(shop.clock)
  const paysNow = isPrepaid(company)
  const refusal = paysNow ? null : refusalOf(company, await creditUse(shop.db, company, day), 0, day)
  const instead = refusal?.code === 'prepaid' ? '. You can still order and pay now.' : '.'
  return {
    onAccount: !paysNow && (refusal === null || byStaff),
    notOnAccount: refusal ? refusal.message + instead : '',
    terms: paysNow
      ? 'Paid when you order'
      : terms === 'net'
        ? `Net ${days} days from delivery`
        : 'Due on receipt',
    poRequired: required === 1,
  }
}

async function locationOf(db: Db, company: CompanyRow, id: string | null | undefined): Promise<LocationRow> {
  if (id) return locationIn(db, company.id, id)
  const [first] = await activeLocations(db, [company.id])
  if (!first)
    throw conflict(`${nameOf(company)} has no location that gets deliveries yet`, { code: 'location' })
  return first
}

function activeLocations(db: Db, companies: readonly string[]): Promise<LocationRow[]> {
  return db
    .selectFrom('locations')
    .selectAll()
    .where('company_id', 'in', companies)
    .where('is_active', '=', 1)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

async function withLocations(db: Db, companies: readonly CompanyRow[]): Promise<OrderForm['accounts']> {
  const rows = await activeLocations(
    db,
    companies.map(({ id }) => id),
  )
  const of = Map.groupBy(rows, ({ company_id: id }) => id)
  return companies.map((company) => ({
    _id: company.id,
    name: nameOf(company),
    locations: (of.get(company.id) ?? []).map(({ id, name }) => ({ _id: id, name })),
  }))
}

/** Coffees first, each size a row; what the account usually takes is on top. */
async function rowsOf(
  shop: Shop,
  company: CompanyRow,
  location: LocationRow,
  terms: OrderTerms,
): Promise<FormRow[]> {
  const grinding = await currentSettings(shop, GRINDING)
  const usual = await usualOf(shop.db, location.id)
  const rows = await selectSizes(shop.db, company.id).execute()
  const found = rows.flatMap((size): FormRow[] => {
    const { id, category, grams } = size
    const cents = priceOf(terms.prices, { id, cents: size.price_cents, grams, category }, terms.day)
    if (cents === null || cents === 0) return []
    const isToOrder = size.is_roasted_to_order === 1
    return [
      {
        product: size.product_id,
        sizeId: id,
        name: size.name,
        category,
        size: labelOf(size),
        grams,
        sku: size.sku,
        pack: size.pack,
        price: toDollars(cents),
        left: isToOrder ? null : availableCount(size.count_in_stock, false),
        last: usual.get(id)?.last ?? 0,
        typical: usual.get(id)?.typical ?? 0,
        grinds: grindsOf({ category, wholeBeanOnly: size.whole_bean_only === 1 }, grinding),
        until: size.ends_on,
        isTaxed: isLineTaxed(category, terms),
        picture: shop.pictureOf(size.image, size.name),
      },
    ]
  })
  return found.toSorted((one, other) => Number(one.typical === 0) - Number(other.typical === 0))
}

const COFFEE_FIRST = sql`case when category = ${COFFEE_BEANS} then 0 else 1 end`

function selectSizes(db: Db, companyId: string) {
  return sizesSoldTo(db, companyId)
    .leftJoin('coffee_endings', 'coffee_endings.product_id', 'products.id')
    .select(['product_sizes.id', 'product_sizes.product_id', 'name', 'image', 'category', 'label', 'grams'])
    .select([
      'sku',
      'pack',
      'price_cents',
      'count_in_stock',
      'whole_bean_only',
      'is_roasted_to_order',
      'ends_on',
    ])
    .orderBy(COFFEE_FIRST)
    .orderBy('category')
    .orderBy('name')
    .orderBy('products.id')
    .orderBy('position')
    .orderBy('product_sizes.id')
}

async function linesIn(db: Db, orderId: string) {
  const lines = await db
    .selectFrom('order_lines')
    .select(['size_id', 'grind', 'qty'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return lines.map(({ size_id: sizeId, grind, qty }) => ({ sizeId, grind, qty }))
}
