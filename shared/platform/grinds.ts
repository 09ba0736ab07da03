/** The grinds of a coffee. A grind is a property of a line in a cart or an order, and not of the stock. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'

/** Unground coffee. It is always offered, and is the default if a line names no grind. */
export const WHOLE_BEAN = 'Whole bean'

type Coffee = { category: string; wholeBeanOnly: boolean }
export type Grinding = { isOffered: boolean; grinds: readonly string[] }

/** The grinds that visitors can choose for a product, whole bean first. Empty if there is nothing to choose. */
export function grindsOf({ category, wholeBeanOnly }: Coffee, { isOffered, grinds }: Grinding): string[] {
  return category === COFFEE_BEANS && !wholeBeanOnly && isOffered ? [WHOLE_BEAN, ...grinds] : []
}

/** The default grind of a line: whole bean for coffee, and none for other goods. */
export function defaultGrind(category: string): string {
  return category === COFFEE_BEANS ? WHOLE_BEAN : ''
}
