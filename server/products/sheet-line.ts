/** One row of the file. */
export type Line = {
  row: number
  id: string
  name: string
  /** The product in another shop, for a file from there. */
  external?: { source: 'shopify' | 'woocommerce'; id: string }
  /** Keyed by column name. */
  cells: Map<string, string>
}
