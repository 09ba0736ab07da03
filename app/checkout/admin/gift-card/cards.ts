import type { ListedCard } from '#shared/checkout/api/gift-card-admin.ts'

/** The address of the list of gift cards, and that of a card. */
export const LIST = '/admin/gift-cards'

export const cardPath = (id: string) => `/admin/gift-card/${id}`

/** The state of a card in one or two words. */
export function stateText({ state, balance }: Pick<ListedCard, 'state' | 'balance'>): string {
  if (state === 'active') return balance > 0 ? 'Valid' : 'Used up'
  return state === 'frozen' ? 'Frozen' : 'Blocked'
}
