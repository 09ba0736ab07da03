/** *Compare coffees*: the chosen coffees stand in the address of the page, so that everyone who opens it sees the same. */

/** How many coffees are shown side by side. */
export const MOST_COMPARED = 3

/** What can be the address or the id of a product (`addressParams` in shared/kernel/fields.ts). */
const ADDRESS = /^[\w-]{1,80}$/

/** The addresses of `with=guji,nyeri`, also of `with=guji&with=nyeri`, as a form without JavaScript sends them. */
export function readCompared(query: URLSearchParams): string[] {
  const given = query.getAll('with').flatMap((value) => value.split(','))
  return [...new Set(given.filter((address) => ADDRESS.test(address)))].slice(0, MOST_COMPARED)
}

/** '?with=guji,nyeri'; empty without any. */
export function compareQuery(addresses: readonly string[]): string {
  return addresses.length === 0 ? '' : `?with=${addresses.join(',')}`
}
