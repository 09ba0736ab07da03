/** What an id looks like. Without a schema, since the browser asks too and has none (scripts/omit-schemas.ts). */
export const ID = /^[A-Za-z0-9_-]{1,40}$/

/** Whether a text, such as one out of an address, could be an id at all. */
export function isId(text: string): boolean {
  return ID.test(text)
}
