/** A part of the file with the data of a person. */
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db, UserRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Text, numbers, and lists of further records. Money is in dollars, times are ISO 8601 in UTC. */
export type Value = string | number | boolean | null | Entry | Value[]
export type Entry = { [name: string]: Value }

/** Whose data is read. `email` is null while the address is not confirmed: it may be another person's. */
export type Person = { shop: Shop; user: UserRow; email: string | null }

/** What the file says about itself. */
export type About = { shop: string; madeAt: string; notes: string[] }

/** The columns of an entry are selected under their names in the file, and in their order there. */
export type Section = {
  /** The name in the JSON file. */
  key: string
  /** The heading on the page. */
  title: string
  /** Reads the records while the file is sent. */
  read: (person: Person) => AsyncIterable<Entry> | Promise<Entry[]>
}

/** A part about the account of the person. */
export function ofAccount(
  key: string,
  title: string,
  read: (db: Db, userId: string) => Promise<Entry[]>,
): Section {
  return { key, title, read: ({ shop: { db }, user }) => read(db, user.id) }
}

/** A part about an email address, and not about an account. It is empty while the address is not confirmed. */
export function ofAddress(
  key: string,
  title: string,
  read: (db: Db, email: string) => Promise<Entry[]>,
): Section {
  return { key, title, read: async ({ shop: { db }, email }) => (email === null ? [] : read(db, email)) }
}

/** Rows per query of what can be long. */
export const BATCH = 100

/** Reads one page of at most `BATCH` rows after another. @param next the rows after the last one that was read */
export async function* inPages<Row>(
  next: (last: Row | undefined) => Promise<Row[]>,
  toEntries: (rows: Row[]) => Promise<Entry[]>,
): AsyncGenerator<Entry> {
  for (let rows = await next(undefined); rows.length > 0; rows = await next(rows.at(-1))) {
    yield* await toEntries(rows)
    if (rows.length < BATCH) return
  }
}

/** An entry with dollars in place of cents. */
export function inDollars<Row extends Entry>(row: Row, ...names: (keyof Row)[]): Row {
  const dollars = names.map((name) => [name, row[name] === null ? null : toDollars(Number(row[name]))])
  return { ...row, ...Object.fromEntries(dollars) }
}

/** The columns of an address, which an entry has as one text. */
export const ADDRESS = ['address', 'address2', 'city', 'ship_state', 'postal_code', 'country'] as const

/** An entry with one text in place of the columns of an address. */
export function withAddress<Row extends Entry & Record<(typeof ADDRESS)[number], string>>(row: Row) {
  const { address2, city, ship_state: state, postal_code: postal, country, ...entry } = row
  const parts = [entry.address, address2, city, `${state} ${postal}`.trim(), country]
  return { ...entry, address: parts.filter(Boolean).join(', ') }
}

/** An entry with true and false in place of 1 and 0. */
export function withFlags<Row extends Entry, Name extends keyof Row>(row: Row, ...names: Name[]) {
  const flags = Object.fromEntries(names.map((name) => [name, row[name] === 1]))
  return { ...row, ...flags } as Omit<Row, Name> & Record<Name, boolean>
}
