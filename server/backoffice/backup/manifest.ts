/** The entry `manifest.json`, which describes a backup. */
import * as z from 'zod'

/** Increased when older versions of the shop can no longer read the file. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
/** The name of the last entry. It has one line per entry, in the format of `sha256sum -c`. */
export const SUMS = 'SHA256SUMS'
const count = z.number().int().nonnegative()

export const manifest = z.object({
  what: z.literal('FRAME backup'),
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  /** The last applied migration of the source database. */
  migration: z.string(),
  /** Rows per table, in restore order. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), count),
  /** Tables that the backup leaves out. */
  leftOut: z.array(z.string()),
  uploads: z.object({
    files: count,
    bytes: count,
    /** Files that the database references but the store did not have. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof manifest>

export const tableEntry = (table: string) => `tables/${table}.jsonl`
export const uploadEntry = (file: string) => `uploads/${file}`

/** Allowed names of entries. No allowed name leads out of the target folder. */
export const ENTRY = /^(?:manifest\.json|SHA256SUMS|tables\/([a-z_]+)\.jsonl|uploads\/([\w-][\w.-]*))$/
