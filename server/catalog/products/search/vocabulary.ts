/** The words of the catalog, and the one that is most similar to a misspelled word. */

/** Words by their length, with the number of products that have them. */
export type Vocabulary = ReadonlyMap<number, ReadonlyMap<string, number>>

/**
 * Adds the words of texts to a vocabulary. Words are separated by spaces. A text that is added twice is counted twice,
 * which does little harm: the counts only decide between words that are equally similar.
 */
export function addWords(known: Vocabulary, texts: readonly string[]): Vocabulary {
  const byLength = new Map<number, Map<string, number>>()
  for (const text of texts) {
    for (const word of text.split(' ')) {
      if (word === '') continue
      const counts = byLength.get(word.length) ?? new Map(known.get(word.length))
      counts.set(word, (counts.get(word) ?? 0) + 1)
      byLength.set(word.length, counts)
    }
  }
  return new Map([...known, ...byLength])
}

/** The maximum number of words that `wordsWith` returns. */
const MAX_WORDS = 50

/** The words that contain `part`, which has at least three letters: `tarrazu` contains `razu`. */
export function wordsWith(vocabulary: Vocabulary, part: string): string[] {
  if (part.length < 3) return []
  const found: string[] = []
  for (const [length, words] of vocabulary) {
    if (length < part.length) continue
    for (const word of words.keys()) if (word.includes(part)) found.push(word)
  }
  return found.slice(0, MAX_WORDS)
}

/** Whether a word of the catalog begins with `part`. */
export function isBeginning(vocabulary: Vocabulary, part: string): boolean {
  for (const [length, words] of vocabulary) {
    if (length < part.length) continue
    for (const word of words.keys()) if (word.startsWith(part)) return true
  }
  return false
}

/** Shorter parts of a word are not looked for, because too many words consist of them. A number may be shorter. */
const MIN_PART = 3

/** The ways to write a word as two words of the catalog: `coldbrew` is cold and brew, `no7` is no and 7. */
export function partsOf(vocabulary: Vocabulary, word: string): [string, string][] {
  const parts: [string, string][] = []
  const has = (part: string) => vocabulary.get(part.length)?.has(part) === true
  for (let at = 1; at < word.length; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const isLong = Math.min(first.length, second.length) >= MIN_PART
    const isNumber = /^\d+$/.test(second) && !/\d$/.test(first)
    if ((isLong || isNumber) && has(first) && has(second)) parts.push([first, second])
  }
  return parts
}

/** Shorter words are not corrected: too many words are similar to them. */
const MIN_LENGTH = 4

/**
 * The most similar word to `typed`: with at most one typing error if `typed` has four or five letters, and at most two
 * if it is longer. Of equally similar words, one with the same first letter wins, then the one that most products have.
 * Null if no word is similar.
 */
export function closestWord(vocabulary: Vocabulary, typed: string): string | null {
  // A different number is another number, not a typing error.
  if (typed.length < MIN_LENGTH || /^\d+$/.test(typed)) return null
  const most = typed.length < 6 ? 1 : 2
  let best: { word: string; score: number } | null = null
  for (let length = typed.length - most; length <= typed.length + most; length++) {
    for (const [word, products] of vocabulary.get(length) ?? []) {
      const errors = distance(typed, word, most)
      if (errors > most) continue
      const score = errors * 10 + (word[0] === typed[0] ? 0 : 5) - products / (products + 1)
      if (best === null || score < best.score) best = { word, score }
    }
  }
  return best?.word ?? null
}

/**
 * The number of letters to add, remove, replace or swap with their neighbor, to turn one word into the other (optimal
 * string alignment distance). Stops at `most + 1`.
 */
function distance(one: string, other: string, most: number): number {
  let [before, current]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    let lowest = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(current[j]! + 1, next[j - 1]! + 1, current[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
      lowest = Math.min(lowest, least)
    }
    if (lowest > most) return most + 1
    ;[before, current] = [current, next]
  }
  return current[other.length]!
}
