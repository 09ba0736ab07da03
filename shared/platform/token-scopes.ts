/** What an API token may do: read or write the data of some areas. Which endpoints an area has is in server/platform/tokens. */

/** The areas in the order of the form, with what writing there can cause. */
export const TOKEN_AREAS = {
  orders: {
    name: 'Orders',
    reads: 'Orders with their buyers, pickup, notes',
    writes: 'Ship, hand over, notes',
  },
  products: { name: 'Products', reads: 'Products, reviews, codes', writes: 'Prices, stock, texts, codes' },
  customers: {
    name: 'Customers',
    reads: 'Accounts, messages, sign-ups',
    writes: 'Answers to messages, sign-ups',
  },
  subscriptions: { name: 'Subscriptions', reads: 'Subscriptions and charges', writes: 'Prices, coffees' },
  roastery: { name: 'Roastery', reads: 'Plan, green coffee, lots', writes: 'Roasts, weights, lots' },
  content: { name: 'Content', reads: 'Pages, pictures, events', writes: 'Pages, pictures, events, menu' },
  money: { name: 'Money', reads: 'Books and sales', writes: 'Refunds, labels, charges: money moves' },
} as const

export type TokenArea = keyof typeof TOKEN_AREAS

/** `write` includes `read`. */
export type TokenScope = `${TokenArea}:${'read' | 'write'}`

export const TOKEN_SCOPES = (Object.keys(TOKEN_AREAS) as TokenArea[]).flatMap((area): TokenScope[] => [
  `${area}:read`,
  `${area}:write`,
])

/** The scopes in words: 'Orders (read and write), Products (read)'. */
export function describeScopes(scopes: readonly TokenScope[]): string {
  return (Object.keys(TOKEN_AREAS) as TokenArea[])
    .flatMap((area) => {
      if (scopes.includes(`${area}:write`)) return `${TOKEN_AREAS[area].name} (read and write)`
      return scopes.includes(`${area}:read`) ? `${TOKEN_AREAS[area].name} (read)` : []
    })
    .join(', ')
}

/** A token may work for at most this many days. */
export const MAX_TOKEN_DAYS = 366
