import { COFFEE_BEANS } from '#shared/categories.ts'

/** The existing category that was probably meant; null if the text is one of them, or similar to none. */
export function suggestCategory(typed: string, existing: readonly string[]): string | null {
  if (typed.trim() === '' || typed === COFFEE_BEANS) return null
  const text = plain(typed)
  const same = existing.find((category) => plain(category) === text)
  if (same) return same === typed ? coffeeBeansIn(text) : same
  return existing.find((category) => isTypo(text, plain(category))) ?? coffeeBeansIn(text)
}

/** Coffee Beans for usual names such as "Coffee" or "Beans": a product in any other category has no size. */
function coffeeBeansIn(text: string): string | null {
  return /^(whole )?(coffees?|beans?|coffee ?beans?)$/.test(text) ? COFFEE_BEANS : null
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ')
}

/** Whether one letter is added, missing or different, or two are swapped. Names below five letters are never a typo. */
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
