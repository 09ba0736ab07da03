// Slow, not in `npm run check`: every regular expression.
/**
 * Every regular expression of the server, the shared code and the site in time that grows with the text, not with its
 * square: one request with a long text would otherwise stop all others. recheck (makenowjust-labs.github.io/recheck)
 * proves it, or searches for a text that takes too long.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

// Its other backends are programs, which are not installed.
process.env.RECHECK_BACKEND = 'pure'

/** Patterns whose text cannot be chosen by anyone. */
const ALLOWED: Record<string, string> = {
  '<pattern[^]*<\\/pattern>': 'the drawings of the site itself',
  '([\\w-]+)="([^"]*)"': 'the drawings of the site itself',
  '<p>([^]*?)<\\/p>': 'micromark closes every element, and escapes < in texts',
  '<a href="([^"]*)">([^]*?)<\\/a>': 'micromark closes every element, and escapes < in texts',
  '<a href="([^"]*)">([^]*?)<\\/a>|<[^<>]*>|(https?:\\/\\/[^\\s<>"]+)':
    'micromark closes every element, and escapes < in texts',
  '<ol(?: start="(\\d+)")?>([^]*?)<\\/ol>': 'micromark closes every element, and escapes < in texts',
}

/** Calls of `RegExp`, whose patterns are made of constants: read them before you add one. */
const CONSTRUCTED = {
  'server/kernel/config/secrets.ts': 1,
  'server/catalog/other-shops/grinds.ts': 3,
  'server/content/site-pages/texts/text-of-parts.ts': 1,
  'server/platform/storage/s3-calls.ts': 1,
  'shared/kernel/fields.ts': 1,
  'shared/checkout/order-number.ts': 2,
  'shared/platform/product-filters.ts': 1,
}

type Found = { file: string; pattern: string; flags: string }
type Node = { type?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } }

const files = globSync('{server,shared,app}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test(ing)?\./.test(file),
)
const literals: Found[] = []
const constructed: Record<string, number> = {}
for (const file of files) {
  const source = readFileSync(join(ROOT, file), 'utf8')
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), ({ regex, type, callee }) => {
    if (regex) literals.push({ file, ...regex })
    if (/^(New|Call)Expression$/.test(type ?? '') && callee?.name === 'RegExp')
      constructed[file] = (constructed[file] ?? 0) + 1
  })
}

test('finds the patterns', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(literals.length).toBeGreaterThan(300)
  expect(constructed).toEqual(CONSTRUCTED)
})

const isSlow = (pattern: string, flags: string) => {
  const { status } = checkSync(pattern, flags.replace('v', 'u'), { attackLimit: 200_000, timeout: 20_000 })
  return status === 'vulnerable'
}

describe('no pattern takes more time than the length of its text', () => {
  test('the checker finds a slow one', () => expect(isSlow('^(\\d+\\.?\\d*)$', '')).toBe(true))

  const byFolder = Map.groupBy(literals, ({ file }) => file.split('/').slice(0, 2).join('/'))
  test.each([...byFolder])('%s', (_, found) => {
    const checked = new Map(found.map((each) => [`/${each.pattern}/${each.flags}`, each]))
    const slow = [...checked.values()].filter(
      ({ pattern, flags }) => !Object.hasOwn(ALLOWED, pattern) && isSlow(pattern, flags),
    )
    expect(slow).toEqual([])
  })
})

function visit(node: unknown, found: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, found)
  else if (typeof node === 'object' && node !== null) {
    found(node)
    for (const each of Object.values(node)) visit(each, found)
  }
}
