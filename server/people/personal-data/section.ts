/** A part of the file with the data of a person. */
import { toDollars } from '#shared/kernel/pricing.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Text, numbers, and lists of further records. Money is in dollars, times are ISO 8601 in UTC. */
export type Value = string | number | boolean | null | Entry | Value[]
export type Entry = { [name: string]: Value }

/** Whose data is read. `email` is null while the address is not confirmed: it may be another person's. */
export type Person = { shop: Shop; user: UserRow; email: string | null }

/** What the file says about itself. */
export type About = { shop: string; madeAt: string; notes: string[] }

export type Section = {
  /** The name in the JSON file. */
  key: string
  /** The heading on the page. */
  title: string
  /** Reads the records while the file is sent. */
  read: (person: Person) => AsyncIterable<Entry> | Promise<Entry[]>
}

/** Rows per query of what can be long. */
export const BATCH = 100

/** Reads in batches. @param next the rows after the last one that was read */
export async function* inBatches<Row>(
  next: (last: Row | undefined) => Promise<Row[]>,
  toEntries: (rows: Row[]) => Promise<Entry[]>,
): AsyncGenerator<Entry> {
  for (let rows = await next(undefined); rows.length > 0; rows = await next(rows.at(-1))) {
    yield* await toEntries(rows)
    if (rows.length < BATCH) return
  }
}

/** Dollars, or null. */
export function dollarsOf(cents: number | null): number | null {
  return cents === null ? null : toDollars(cents)
}

/** The address of a row, as one text. */
export function addressOf(row: {
  address: string
  address2: string
  city: string
  ship_state: string
  postal_code: string
  country: string
}): string {
  const { address, address2, city, ship_state: state, postal_code: postal, country } = row
  return [address, address2, city, `${state} ${postal}`.trim(), country].filter(Boolean).join(', ')
}
