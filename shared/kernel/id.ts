/**
 * The format of an id. It is a regular expression and not a schema, because the browser build omits schemas
 * (scripts/omit-schemas.ts).
 */
export const ID = /^[A-Za-z0-9_-]{1,40}$/

/** Whether a text, such as a part of a URL, has the format of an id. */
export function isId(text: string): boolean {
  return ID.test(text)
}
