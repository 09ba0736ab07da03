/** Test helpers: the variants of a product in Shopify's file. */
/** A variant, with the names of older exports. */
export const variant = (handle: string, options: Record<string, string>, more: object = {}) => ({
  Handle: handle,
  Title: `Coffee ${handle}`,
  Type: 'Coffee',
  Published: 'TRUE',
  'Option1 Name': Object.keys(options)[0] ?? '',
  'Option1 Value': Object.values(options)[0] ?? '',
  'Option2 Name': Object.keys(options)[1] ?? '',
  'Option2 Value': Object.values(options)[1] ?? '',
  'Variant SKU': '',
  'Variant Grams': '340',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '5',
  'Variant Price': '18',
  Status: 'active',
  ...more,
})
