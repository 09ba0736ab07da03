/** Words in street lines: each USPS abbreviation, then the spellings that it replaces. */
const suffixes =
  'Aly alley,Ave avenue av aven avenu avn,Blvd boulevard boul blv,Cir circle circ,Ct court crt,Cv cove,' +
  'Dr drive drv,Expy expressway,Hwy highway hiway,Ln lane,Loop loops,Pkwy parkway pkway,Pl place,Plz plaza,' +
  'Rd road,Sq square sqr,St street str strt,Ter terrace terr,Trl trail,Tpke turnpike,Way wy,Xing crossing'

const directions = 'N north,S south,E east,W west,NE northeast,NW northwest,SE southeast,SW southwest'
const units = 'Apt apartment,Ste suite,Unit unit,Fl floor,Bldg building,Rm room,# #'

const suffixWords = wordTable(suffixes)
const directionWords = wordTable(directions)
const unitWords = wordTable(units)

/**
 * Rewrites a street line in USPS spelling: "1 Market Stret" becomes "1 Market St". `unitMissing` is true if the line
 * has a kind of unit ("Apt") but no number after it.
 */
export function rewriteStreet(line: string): { street: string; unitMissing: boolean } {
  const box = /^p\.?\s*o\.?\s*box\s+(\S+)$/i.exec(line)
  if (box) return { street: `PO Box ${box[1]}`, unitMissing: false }
  const words = cased(line)
    .split(' ')
    .map((word) => word.replace(/[.,]+$/, ''))
    .filter(Boolean)
  const at = words.findIndex((word, index) => index > 1 && unitWords.has(word.toLowerCase()))
  const street = at < 0 ? words : words.slice(0, at)
  const unit = at < 0 ? [] : words.slice(at)
  const kind = unit[0] && unitWords.get(unit[0].toLowerCase())
  return {
    street: [...rewriteMain(street), ...(kind ? [kind, ...unit.slice(1)] : [])].join(' '),
    unitMissing: unit.length === 1,
  }
}

/**
 * Gives a name capital initials if it was typed only in upper or only in lower case: "VIENNA" and "vienna" become
 * "Vienna".
 */
export function cased(text: string): string {
  if (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)) return text
  return text
    .toLowerCase()
    .replace(/(^|[\s-])\p{Ll}/gu, (start) => start.toUpperCase())
    .replace(/\b(ne|nw|se|sw|po)\b/gi, (word) => word.toUpperCase())
}

/** The Levenshtein distance: the number of letters to insert, delete or change. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

function rewriteMain(words: string[]): string[] {
  const main = [...words]
  let last = main.length - 1
  const tail = directionWords.get(main[last]?.toLowerCase() ?? '')
  if (last >= 3 && tail) {
    main[last] = tail
    last -= 1
  }
  if (last >= 2) main[last] = suffixOf(main[last]!) ?? main[last]!
  const head = directionWords.get(main[1]?.toLowerCase() ?? '')
  if (last >= 3 && head) main[1] = head
  return main
}

/**
 * Returns the abbreviation of a street word. A wrong letter is accepted only in long words, so that short names are not
 * changed.
 */
function suffixOf(word: string): string | undefined {
  const lower = word.toLowerCase()
  const exact = suffixWords.get(lower)
  if (exact || lower.length < 5 || lower.length > 12 || lower.endsWith('s')) return exact
  const close = Array.from(suffixWords).find(([name]) => name.length > 4 && editDistance(name, lower) === 1)
  return close?.[1]
}

function wordTable(text: string): Map<string, string> {
  const entries = text.split(',').flatMap((entry) => {
    const [short, ...long] = entry.split(' ')
    return [short!, ...long].map((word): [string, string] => [word.toLowerCase(), short!])
  })
  return new Map(entries)
}
