/**
 * The columns of Shopify's product file: the name of today's exports after the one of older exports, which this shop
 * writes too (help.shopify.com, "Using CSV files to import and export products").
 */
import { columnsOf } from './columns.ts'

export const shopifyColumns = columnsOf([
  ['Handle', ['Handle', 'URL handle']],
  ['Title', ['Title']],
  ['Body (HTML)', ['Body (HTML)', 'Body HTML', 'Description']],
  ['Vendor', ['Vendor']],
  ['Type', ['Type', 'Product type', 'Custom Product Type']],
  ['Product Category', ['Product Category', 'Standard Product Type', 'Standardized Product Type']],
  ['Published', ['Published', 'Published on online store']],
  ['Status', ['Status']],
  ['Option%d Name', ['Option%d Name', 'Option %d Name']],
  ['Option%d Value', ['Option%d Value', 'Option %d Value']],
  ['Variant SKU', ['Variant SKU', 'SKU']],
  ['Variant Grams', ['Variant Grams', 'Weight value (grams)', 'Weight (grams)']],
  ['Variant Inventory Tracker', ['Variant Inventory Tracker', 'Inventory tracker']],
  ['Variant Inventory Qty', ['Variant Inventory Qty', 'Variant Inventory Quantity', 'Inventory quantity']],
  ['Variant Inventory Policy', ['Variant Inventory Policy', 'Continue selling when out of stock']],
  ['Variant Price', ['Variant Price', 'Price']],
  ['Variant Compare At Price', ['Variant Compare At Price', 'Compare-at price']],
  ['Variant Requires Shipping', ['Variant Requires Shipping', 'Requires shipping']],
  ['Image Src', ['Image Src', 'Product image URL']],
  ['Image Position', ['Image Position']],
  ['Gift Card', ['Gift Card']],
])
