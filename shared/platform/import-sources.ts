/** The shop that wrote a file. `own` is our own format. */
export const IMPORT_SOURCES = ['shopify', 'woocommerce', 'own'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]
/** Another shop that wrote a file. */
export type ForeignSource = Exclude<ImportSource, 'own'>
