/** How a column of a file of accounts is described: its names, its sample, and what it says of an account. */
import type * as z from 'zod/mini'
import type { EditOf } from '#shared/platform/resources/described.ts'
import { buyerFields } from '#shared/wholesale/resources/buyer.ts'
import { certificateFields } from '#shared/wholesale/resources/certificate.ts'
import { companyFields } from '#shared/wholesale/resources/company.ts'
import { locationFields } from '#shared/wholesale/resources/location.ts'
import type { FileColumn } from '../file-head.ts'
import { readYesOrNo } from './cells.ts'

/** What a row says of each part of an account. A field that the row does not name is missing. */
export type RowFacts = {
  account: Partial<EditOf<typeof companyFields>>
  location: Partial<EditOf<typeof locationFields>>
  person: Partial<EditOf<typeof buyerFields>>
  certificate: Partial<EditOf<typeof certificateFields>>
  /** Addresses in printed lines. */
  printed: Record<'account' | 'location', string[]>
  /** What is no field, or needs other cells to be understood. */
  other: Partial<
    Record<'name' | 'email' | 'firstName' | 'lastName' | 'priceList' | 'exempt' | 'form', string>
  >
}

/** Sets what a cell says. Throws an Error that says what is wrong. */
type SetFacts = (facts: RowFacts, cell: string) => void

export type Column = FileColumn & { set: SetFacts }

/** @param also other accepted names, separated by spaces */
export function column(name: string, also: string, sample: readonly string[] | null, set: SetFacts): Column {
  return { name, also: also.split(' ').filter(Boolean), sample, set }
}

const FIELDS = {
  account: companyFields,
  location: locationFields,
  person: buyerFields,
  certificate: certificateFields,
}
type Part = keyof typeof FIELDS

/** Sets a field; `read` converts the cell, and the schema of the field checks it. */
export function field<P extends Part>(
  part: P,
  name: keyof (typeof FIELDS)[P] & string,
  read: (cell: string) => unknown = (cell) => cell,
): SetFacts {
  const { edit } = (FIELDS[part] as Record<string, { edit: z.ZodMiniType }>)[name]!
  return (facts, cell) => {
    const parsed = edit.safeParse(read(cell))
    if (!parsed.success) throw new Error(parsed.error.issues[0]!.message)
    Object.assign(facts[part], { [name]: parsed.data })
  }
}

/** Sets a field that is yes or no. */
export function yes<P extends Part>(part: P, name: keyof (typeof FIELDS)[P] & string): SetFacts {
  return field(part, name, readYesOrNo)
}

/** Keeps a cell that is no field. */
export function other(name: keyof RowFacts['other']): SetFacts {
  return (facts, cell) => void (facts.other[name] = cell)
}

const ADDRESS = [
  ['address', 'street', 'street streetaddress1 streetaddress address1 addressline1 line1 address'],
  ['address2', 'suite', 'suite streetaddress2 address2 addressline2 line2 unit'],
  ['city', 'city', 'city town'],
  ['state', 'state', 'state provincecode province stateprovince statecode region'],
  ['postalCode', 'ZIP', 'zip zipcode postalcode postcode'],
] as const

/**
 * The columns of an address.
 * @param prefixes what other programs write before the names of these columns
 * @param samples the cells of each column
 */
export function addressColumns(
  part: 'account' | 'location',
  label: string,
  prefixes: readonly string[],
  samples: readonly string[][],
): Column[] {
  return ADDRESS.map(([name, word, endings], index) => {
    const also = prefixes.flatMap((prefix) => [
      ...endings.split(' ').map((ending) => prefix + ending),
      // A column that is only called 'Bill to' or 'Shipping address' has the whole address.
      ...(name === 'address' && /(address|to)$/.test(prefix) ? [prefix] : []),
    ])
    const set: SetFacts = (facts, cell) => void Object.assign(facts[part], { [name]: cell })
    return { name: `${label} ${word}`, also, sample: samples[index]!, set }
  })
}

/** The columns of the lines of an address as QuickBooks Desktop prints it; its IIF files call the first one 'BADDR1'. */
export function printedColumns(part: 'account' | 'location', label: string, also: string): Column[] {
  return [1, 2, 3, 4, 5].map((line) =>
    column(`${label} ${line}`, `${also}${line}`, null, (facts, cell) => void facts.printed[part].push(cell)),
  )
}
