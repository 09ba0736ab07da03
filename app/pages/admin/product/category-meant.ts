import { COFFEE_BEANS } from '#shared/categories.ts'

/** The category that was probably meant; null where the words are one of `known`, or like none of them. */
export function categoryMeant(typed: string, known: readonly string[]): string | null {
  if (typed.trim() === '' || typed === COFFEE_BEANS) return null
  const words = plain(typed)
  const same = known.find((category) => plain(category) === words)
  if (same) return same === typed ? coffeeIn(words) : same
  return known.find((category) => isSlip(words, plain(category))) ?? coffeeIn(words)
}

/** "Coffee" and "Beans" are what people call it, and neither has a size. */
function coffeeIn(words: string): string | null {
  return /^(whole )?(coffees?|beans?|coffee ?beans?)$/.test(words) ? COFFEE_BEANS : null
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ')
}

/** One letter too many, too few, another, or two that changed places; in words of a length where that is a slip. */
function isSlip(typed: string, meant: string): boolean {
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
