/** Placeholders in texts that admins edit, such as `{name}`. Their values are filled in when the text is shown or sent. */

/** The details of the business in the Markdown texts of pages. */
export const PAGE_PLACEHOLDERS = ['name', 'address', 'street', 'city', 'email', 'phone'] as const

const PLACEHOLDER = /( ?)\{([A-Za-z]+)\}/g

/** The names of the placeholders in a text, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, , name]) => name!))]
}

/**
 * The text with the values of its placeholders. Unknown placeholders stay. If a value is empty, the space before its
 * placeholder is removed too.
 */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (whole, space: string, name: string) => {
    if (!Object.hasOwn(values, name)) return whole
    const value = values[name]!
    return value && space + value
  })
}

/** 'There is no placeholder {nmae} here. You can use {name}, {number}'; null if all placeholders are in `known`. */
export function unknownPlaceholder(text: string, known: readonly string[]): string | null {
  const unknown = placeholdersIn(text).find((name) => !known.includes(name))
  if (unknown === undefined) return null
  return `There is no placeholder {${unknown}} here. You can use ${known.map((name) => `{${name}}`).join(', ')}`
}
