/** The format of an id. Not a schema, because the browser needs it and has no schemas (scripts/omit-schemas.ts). */
export const ID = /^[A-Za-z0-9_-]{1,40}$/

/** Whether a text, such as a part of a URL, has the format of an id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
