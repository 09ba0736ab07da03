/**
 * Reads a literal of Python, as `repr` writes it, or JSON. Logs of Artisan are either. Nothing is evaluated, there is no
 * recursion, and dictionaries are Maps, so that no key has a special meaning.
 */

export type Literal = null | boolean | number | string | Literal[] | Map<string, Literal>

/** The text is not a literal, or is above a limit. */
export class NotLiteral extends Error {
  override name = 'NotLiteral'
}

/** Deeper than any log of Artisan. */
const MAX_DEPTH = 40
/** An hour of readings per second of twenty devices has less than 200,000. */
const MAX_VALUES = 600_000
/** Characters of a number or a word. No reading is longer. */
const MAX_TOKEN = 400

type Open = {
  closes: '}' | ']' | ')'
  list: Literal[]
  map: Map<string, Literal> | null
  key: string | null
}
/** What may come next. */
type Next = 'value' | 'value or end' | 'key or end' | 'colon' | 'comma or end'

/** Reads the literal that is the whole text. Throws NotLiteral. */
export function readLiteral(text: string): Literal {
  const source: Source = { text, at: 0 }
  const open: Open[] = []
  let next: Next = 'value'
  let values = 0
  while (true) {
    skipSpace(source)
    const inner = open.at(-1)
    const char = text[source.at]
    if (char === undefined) throw problem(source, 'ends too early')
    let value: Literal
    if (next === 'colon') {
      if (char !== ':') throw problem(source, 'needs a colon')
      source.at++
      next = 'value'
      continue
    }
    if (next === 'comma or end' && char === ',') {
      source.at++
      next = inner!.map ? 'key or end' : 'value or end'
      continue
    }
    if (next !== 'value' && inner && char === inner.closes) {
      source.at++
      open.pop()
      value = inner.map ?? inner.list
    } else if (next === 'comma or end') {
      throw problem(source, 'needs a comma')
    } else if (next === 'key or end') {
      inner!.key = keyOf(source)
      next = 'colon'
      continue
    } else if (char === '{' || char === '[' || char === '(') {
      if (open.length === MAX_DEPTH) throw problem(source, 'is nested too deeply')
      source.at++
      open.push(opened(char))
      next = char === '{' ? 'key or end' : 'value or end'
      continue
    } else {
      value = scalarOf(source)
    }
    if (++values > MAX_VALUES) throw problem(source, 'has too many values')
    const outer = open.at(-1)
    if (!outer) return atEnd(source, value)
    if (outer.map) outer.map.set(outer.key!, value)
    else outer.list.push(value)
    next = 'comma or end'
  }
}

type Source = { readonly text: string; at: number }

function opened(char: '{' | '[' | '('): Open {
  const closes = char === '{' ? '}' : char === '[' ? ']' : ')'
  return { closes, list: [], map: char === '{' ? new Map() : null, key: null }
}

function atEnd(source: Source, value: Literal): Literal {
  skipSpace(source)
  if (source.at < source.text.length) throw problem(source, 'goes on after its end')
  return value
}

function skipSpace(source: Source): void {
  matchAt(/[ \t\r\n\f]+/y, source)
}

function keyOf(source: Source): string {
  const key = scalarOf(source)
  if (typeof key === 'string' || typeof key === 'number') return String(key)
  throw problem(source, 'has a key that is not a text')
}

const WORDS: Record<string, Literal> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
}
/** A number or a word. It is cut out first, so that the patterns below see a few characters and not the rest of a file. */
const TOKEN = /[+\-.\w]+/y
const NOT_FINITE = /^[+-]?(?:nan|NaN|inf|Infinity)$/
/** Python 2 wrote long integers with an L. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?L?$/
/** Python 2 wrote texts with a u. */
const QUOTE = /[ub]?(['"])/y

function scalarOf(source: Source): Literal {
  const quote = matchAt(QUOTE, source)
  if (quote !== null) return textOf(source, quote.at(-1)!)
  const token = matchAt(TOKEN, source) ?? ''
  if (token.length > MAX_TOKEN) throw problem(source, 'has a number or a word that is too long')
  if (NUMBER.test(token)) return Number(token.replace('L', ''))
  if (NOT_FINITE.test(token)) return Number.NaN
  if (Object.hasOwn(WORDS, token)) return WORDS[token]!
  throw problem(source, 'has something that is not a value')
}

function matchAt(pattern: RegExp, source: Source): string | null {
  pattern.lastIndex = source.at
  const found = pattern.exec(source.text)
  if (!found) return null
  source.at += found[0].length
  return found[0]
}

const PLAIN: Record<string, RegExp> = { "'": /[^'\\\r\n]+/y, '"': /[^"\\\r\n]+/y }

/** The rest of a text after its opening quote. */
function textOf(source: Source, quote: string): string {
  const parts: string[] = []
  while (true) {
    const plain = matchAt(PLAIN[quote]!, source)
    if (plain !== null) parts.push(plain)
    const char = source.text[source.at++]
    if (char === quote) return parts.join('')
    if (char !== '\\') throw problem(source, 'has a text without an end')
    parts.push(escapeIn(source))
  }
}

const ESCAPES: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
}
const CODE = /x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})/y

/** The character after a backslash. An unknown escape stays as it is, as in Python. */
function escapeIn(source: Source): string {
  const code = matchAt(CODE, source)
  if (code !== null) {
    const point = /^\d/.test(code) ? Number.parseInt(code, 8) : Number.parseInt(code.slice(1), 16)
    if (point > 0x10ffff) throw problem(source, 'has a character that does not exist')
    return String.fromCodePoint(point)
  }
  const char = source.text[source.at++]
  if (char === undefined) throw problem(source, 'ends too early')
  return ESCAPES[char] ?? `\\${char}`
}

function problem({ at }: Source, what: string): NotLiteral {
  return new NotLiteral(`The file ${what} (at character ${at + 1})`)
}
