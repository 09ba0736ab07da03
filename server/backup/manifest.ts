/** What a backup says of itself, in its entry `manifest.json`. */
import * as z from 'zod'

/** Rises when older programs can no longer read the file. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
/** One line per entry, as `sha256sum -c` reads them; the last entry. */
export const SUMS = 'SHA256SUMS'
const count = z.number().int().nonnegative()

export const manifest = z.object({
  what: z.literal('FRAME backup'),
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  /** The last migration of the database that the rows come from. */
  migration: z.string(),
  /** Rows per table, in the order in which they can be put back. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), count),
  /** Tables that are not in the file. */
  leftOut: z.array(z.string()),
  uploads: z.object({
    files: count,
    bytes: count,
    /** Files that the database names and the store no longer had. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof manifest>

export const tableEntry = (table: string) => `tables/${table}.jsonl`
export const uploadEntry = (file: string) => `uploads/${file}`

/** The names that entries may have; nothing in them leads out of a folder. */
export const ENTRY = /^(?:manifest\.json|SHA256SUMS|tables\/([a-z_]+)\.jsonl|uploads\/([\w-][\w.-]*))$/
