/** One row of the file. */
export type Line = {
  row: number
  id: string
  name: string
  /** The product in another shop, for a file from there. */
  external?: { source: 'shopify' | 'woocommerce'; id: string }
  /** The addresses of pictures in the other shop. */
  pictures?: string[]
  /** Set if a preview said that the line creates a product: then its name does not refer to a product that was imported since. */
  asNew?: boolean
  /** Keyed by column name. */
  cells: Map<string, string>
}
