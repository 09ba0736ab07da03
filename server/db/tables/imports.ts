/** The table of 038-moving-in.sql. */

export type ImportedProducts = {
  source: 'shopify' | 'woocommerce'
  /** The handle at Shopify, the ID or SKU at WooCommerce. */
  external_id: string
  product_id: string
}
