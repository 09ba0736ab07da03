/** The address books of accounts. Every change locks the book, so two devices cannot change it at the same time. */
import type { Address } from '#shared/platform/address.ts'
import { isSameAddress } from '#shared/platform/address-difference.ts'
import { MAX_ADDRESSES, type AddressEdit, type SavedAddress } from '#shared/checkout/api/addresses.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { AddressRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { requireShippable, recipientOf } from '../quotes/parcel.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { lockUser } from '#server/platform/sessions/lock-user.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The user's addresses, most recently used first. */
export async function listAddresses(shop: Shop, user: SignedIn): Promise<SavedAddress[]> {
  return (await bookOf(shop.db, user._id)).map(toSaved)
}

/**
 * Saves an address. Throws 400 if the shop does not ship to it, and 409 if the book is full or has the address already,
 * also in another spelling.
 */
export async function addAddress(shop: Shop, user: SignedIn, edit: AddressEdit): Promise<SavedAddress> {
  const row = { ...newRow(shop, user), ...(await columnsOf(shop, edit)) }
  await transact(shop.db, async (tx) => {
    const book = await lockBook(tx, user._id)
    requireNew(book, row)
    if (book.length >= MAX_ADDRESSES) throw conflict(FULL, { code: 'full' })
    if (row.is_default) await clearDefault(tx, user._id)
    await tx.insertInto('addresses').values(row).execute()
  })
  return toSaved(row)
}

/**
 * Changes an address. Throws 404; 400 if the shop does not ship to it; 409 if it was changed since `version`, or if the
 * book has the new address already.
 */
export async function changeAddress(
  shop: Shop,
  user: SignedIn,
  id: string,
  { version, ...edit }: AddressEdit & { version: number },
): Promise<SavedAddress> {
  const columns = await columnsOf(shop, edit)
  return transact(shop.db, async (tx) => {
    const book = await lockBook(tx, user._id)
    const before = requireVersion(book, id, version)
    const after = { ...before, ...columns, version: before.version + 1, updated_at: isoNow(shop.clock) }
    requireNew(
      book.filter((row) => row.id !== id),
      after,
    )
    if (after.is_default && !before.is_default) await clearDefault(tx, user._id)
    await tx.updateTable('addresses').set(after).where('id', '=', id).execute()
    return toSaved(after)
  })
}

/** Deletes an address. Throws 404, and 409 if it was changed since `version`. */
export async function removeAddress(
  shop: Shop,
  user: SignedIn,
  id: string,
  version: number | undefined,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    requireVersion(await lockBook(tx, user._id), id, version)
    await tx.deleteFrom('addresses').where('id', '=', id).execute()
  })
}

/**
 * Called after an order of a signed-in user. Marks the address of the order as used, or saves it if it is new, unless
 * the buyer has unchecked that box. Does not save it if the book is full: the user should decide which address to
 * delete. Never throws, because the order is already placed; the next order saves the address.
 */
export async function keepUsedAddress(
  shop: Shop,
  user: Buyer,
  { shippingAddress, saveAddress = true }: Pick<PlaceOrder, 'shippingAddress' | 'saveAddress'>,
): Promise<void> {
  // An order for pickup has no shipping address.
  if (user._id === null || !saveAddress || !shippingAddress) return
  try {
    const recipient = recipientOf(shippingAddress, user)
    const used = { ...shippingAddress, recipient: recipient.name, phone: recipient.phone }
    await saveUsed(shop, user._id, await columnsOf(shop, { ...used, label: '', isDefault: false }))
  } catch (error) {
    shop.log.warn({ err: error }, 'an address was not saved in the address book')
  }
}

async function saveUsed(
  shop: Shop,
  userId: string,
  columns: Awaited<ReturnType<typeof columnsOf>>,
): Promise<void> {
  const row = { ...newRow(shop, { _id: userId }), ...columns, used_at: isoNow(shop.clock) }
  const isKnown = (book: AddressRow[]) => book.find((each) => isSame(each, row))
  const saved = await bookOf(shop.db, userId)
  const known = isKnown(saved)
  // An order to the most recently used address changes nothing and needs no commit.
  const isLatest = known?.used_at != null && known === saved[0]
  if (isLatest && (known.phone !== '' || row.phone === '')) return
  if (known) return markUsed(shop.db, known, row)
  await transact(shop.db, async (tx) => {
    const book = await lockBook(tx, userId)
    const same = isKnown(book)
    if (same) await markUsed(tx, same, row)
    else if (book.length < MAX_ADDRESSES) await tx.insertInto('addresses').values(row).execute()
  })
}

/** Sets the time of the last order. Adds the phone number if none is saved; a saved one stays. */
async function markUsed(
  db: Db | Tx,
  { id, phone }: AddressRow,
  used: Pick<AddressRow, 'used_at' | 'phone'>,
): Promise<void> {
  await db.updateTable('addresses').set({ used_at: used.used_at }).where('id', '=', id).execute()
  if (phone !== '' || used.phone === '') return
  await db
    .updateTable('addresses')
    .set((eb) => ({ phone: used.phone, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('phone', '=', '')
    .execute()
}

const FULL = `You have ${MAX_ADDRESSES} saved addresses, which is the most that we keep. Please delete one first`

/** The addresses of a user, most recently used first. An address without an order counts from when it was saved. */
async function bookOf(db: Db | Tx, userId: string): Promise<AddressRow[]> {
  return db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy((eb) => eb.fn.coalesce('used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Locks the user's row until the end of the transaction, and reads the addresses. */
async function lockBook(tx: Tx, userId: string): Promise<AddressRow[]> {
  await lockUser(tx, userId)
  return bookOf(tx, userId)
}

function requireVersion(book: AddressRow[], id: string, version: number | undefined): AddressRow {
  const row = book.find((each) => each.id === id)
  if (!row) throw notFound('Address')
  if (version === undefined || row.version === version) return row
  throw conflict('This address was changed on another device. Please check it again', { code: 'version' })
}

function requireNew(book: AddressRow[], row: AddressRow): void {
  const same = book.find((each) => isSame(each, row))
  if (same) throw conflict('This address is in your address book already', { code: 'same', _id: same.id })
}

/**
 * Increments the version of the old default address, so a form that was opened before cannot make it the default again.
 */
async function clearDefault(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('addresses')
    .set((eb) => ({ is_default: 0 as const, version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('is_default', '=', 1)
    .execute()
}

/** Whether two rows have the same recipient and the same address. */
function isSame(one: AddressRow, other: AddressRow): boolean {
  const names = [one, other].map(({ recipient }) => recipient.toLowerCase())
  return names[0] === names[1] && isSameAddress(addressOf(one), addressOf(other))
}

/** A new entry of an address book, from an address that was checked. */
export function addressRowOf(
  shop: Pick<Shop, 'clock'>,
  userId: string,
  { state, postalCode, ...typed }: Address & { recipient: string; phone: string },
  isDefault: boolean,
): AddressRow {
  const columns = { ...typed, ship_state: state, postal_code: postalCode }
  return { ...newRow(shop, { _id: userId }), ...columns, label: '', is_default: isDefault ? 1 : 0 }
}

function newRow(shop: Pick<Shop, 'clock'>, user: { _id: string }) {
  const now = isoNow(shop.clock)
  return {
    id: newId(shop.clock),
    user_id: user._id,
    version: 1,
    used_at: null,
    created_at: now,
    updated_at: now,
  }
}

async function columnsOf(shop: Shop, edit: AddressEdit) {
  const { address, address2, city, state, postalCode, country } = await requireShippable(shop, edit)
  const { name, phone } = recipientOf(edit, { name: '' })
  return {
    label: edit.label,
    recipient: name,
    address,
    address2,
    city,
    ship_state: state,
    postal_code: postalCode,
    country,
    phone,
    is_default: edit.isDefault ? (1 as const) : (0 as const),
  }
}

/** The address of an entry, without its recipient. */
export function addressOf({
  address,
  address2,
  city,
  ship_state: state,
  postal_code: postalCode,
  country,
}: AddressRow) {
  return { address, address2, city, state, postalCode, country }
}

function toSaved(row: AddressRow): SavedAddress {
  const { id, label, recipient, phone, is_default, used_at, version } = row
  return {
    _id: id,
    label,
    recipient,
    ...addressOf(row),
    phone,
    isDefault: is_default === 1,
    usedAt: used_at,
    version,
  }
}
