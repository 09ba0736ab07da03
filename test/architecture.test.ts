import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every path that ARCHITECTURE.md and README.md name exists', () => {
  const missing = ['ARCHITECTURE.md', 'README.md', 'STYLE.md'].flatMap((page) =>
    pathsIn(readFileSync(join(ROOT, page), 'utf8'))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every test that SPEC.md names is there', () => {
  const named = [...readFileSync(join(ROOT, 'test/SPEC.md'), 'utf8').matchAll(/^ {2}- `([^`]+)`: (.+)$/gm)]
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(([, file = '', name = '']) => {
    const path = join(ROOT, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(name)
  })
  expect(missing.map(([line]) => line)).toEqual([])
})

/** Code spans that look like a path in one of our roots; patterns and placeholders are left alone. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return spans.filter(
    (span) =>
      /^(shared|server|app|test|scripts|bench|imagery|decisions)\/[^\s<>*…]*$/.test(span) &&
      !/NNN/.test(span),
  )
}
