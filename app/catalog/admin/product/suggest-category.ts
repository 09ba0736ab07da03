import { COFFEE_BEANS } from '#shared/kernel/categories.ts'

/**
 * The existing category that the user probably meant. Null if the text is an existing category, or not similar to any.
 */
export function suggestCategory(typed: string, existing: readonly string[]): string | null {
  if (typed.trim() === '' || typed === COFFEE_BEANS) return null
  const text = normalized(typed)
  const same = existing.find((category) => normalized(category) === text)
  if (same) return same === typed ? coffeeBeansIn(text) : same
  return existing.find((category) => isTypo(text, normalized(category))) ?? coffeeBeansIn(text)
}

/** Returns "Coffee Beans" for names such as "Coffee" or "Beans": a product in any other category cannot have a size. */
function coffeeBeansIn(text: string): string | null {
  return /^(whole )?(coffees?|beans?|coffee ?beans?)$/.test(text) ? COFFEE_BEANS : null
}

function normalized(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ')
}

/**
 * Whether one letter was added, left out, replaced or swapped with the next. Always false for names below five letters.
 */
function isTypo(typed: string, meant: string): boolean {
  if (meant.length < 5 || Math.abs(typed.length - meant.length) > 1) return false
  const start = Array.from(meant).findIndex((letter, at) => letter !== typed[at])
  const from = start === -1 ? meant.length : start
  const [typedRest, meantRest] = [typed.slice(from), meant.slice(from)]
  return (
    typedRest.slice(1) === meantRest ||
    typedRest === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest.slice(1) ||
    (typedRest[0] === meantRest[1] &&
      typedRest[1] === meantRest[0] &&
      typedRest.slice(2) === meantRest.slice(2))
  )
}
