import type { ListedCard } from '#shared/checkout/api/gift-card-admin.ts'

/** The state of a card in one or two words. */
export function stateText({ state, balance }: Pick<ListedCard, 'state' | 'balance'>): string {
  if (state === 'active') return balance > 0 ? 'Valid' : 'Used up'
  return state === 'frozen' ? 'Frozen' : 'Blocked'
}
