import type { ForeignSource } from '#shared/platform/import-sources.ts'

/** One row of a file with products: a size of a product. */
export type Line = {
  row: number
  id: string
  name: string
  /** The product in another shop, for a file from there. */
  external?: { source: ForeignSource; id: string }
  /** The addresses of pictures in the other shop. */
  pictures?: string[]
  /** Set if a preview said that the line creates a product: a product of this name that was imported since is another one. */
  asNew?: boolean
  /**
   * True for a row of another shop's export. Owners do not edit such a file, so a cell that cannot be read is left out, with
   * a remark.
   */
  isForeign?: boolean
  /** Remarks for the preview. */
  notes?: string[]
  /** For a size that the import creates: further cells, and further remarks. */
  whenNew?: { cells: Record<string, string>; notes: string[] }
  /** Set if the other shop does not sell this size: it is not created, and an existing one has a count of 0. */
  isOff?: boolean
  /** The grinds that the other shop offers. */
  grinds?: string[]
  /** Keyed by column name. */
  cells: Map<string, string>
}
