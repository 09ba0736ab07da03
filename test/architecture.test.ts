import { existsSync, globSync, readFileSync } from 'node:fs'
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

test('every sentence of SPEC.md has a test, and every test that it names is there', () => {
  const sentences = sentencesIn(readFileSync(join(ROOT, 'test/SPEC.md'), 'utf8'))
  expect(sentences.length).toBeGreaterThan(200)
  expect(sentences.filter(({ tests }) => tests.length === 0).map(({ text }) => text)).toEqual([])
  const missing = sentences
    .flatMap(({ tests }) => tests)
    .filter(({ file, name }) => {
      const path = join(ROOT, file)
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(name)
    })
  expect(missing).toEqual([])
})

test.each([
  ['server', 'sandbox'],
  ['app', 'sandbox'],
  ['shared', 'sandbox'],
  ['sandbox', 'server'],
  ['sandbox', 'app'],
])('%s/ imports nothing of %s/', (root, other) => {
  const files = globSync(`${root}/**/*.{ts,tsx,js}`, { cwd: ROOT }).filter(
    (file) => !/\.test(ing)?\./.test(file),
  )
  expect(files.length).toBeGreaterThan(30)
  const importing = new RegExp(`(from|import)[ (]+'(#|(\\.\\./)+)${other}/`)
  expect(files.filter((file) => importing.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})

type Sentence = { text: string; tests: { file: string; name: string }[] }

/**
 * The sentences of SPEC.md with the tests below each. Under a line of a file alone (`test/browser/x.spec.ts`, the list:)
 * the sentences are themselves the names of its tests.
 */
function sentencesIn(page: string): Sentence[] {
  return page.split(/^(?=#|`test)/m).flatMap((part) => {
    const own = /^`([^`]+)`/.exec(part)?.[1]
    const items = part.split(/^- /m).slice(1)
    return items
      .filter((item) => !item.startsWith('Not tested'))
      .map((item) => {
        const [sentence = '', ...below] = item.split(/^ {2}- /m)
        const text = sentence
          .trim()
          .replaceAll(/\s+/g, ' ')
          .replace(/ \([\d, ]+\)$/, '')
        const named = below.map((line) => /^`([^`]+)`: (.+)$/m.exec(line))
        const tests = named.map((found) => ({ file: found?.[1] ?? '', name: found?.[2] ?? '' }))
        return { text, tests: own ? [{ file: own, name: text }] : tests }
      })
  })
}

/** Code spans that look like a path in one of our roots; patterns and placeholders are left alone. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return spans.filter(
    (span) =>
      /^(shared|server|sandbox|app|test|scripts|bench|imagery|decisions)\/[^\s<>*…]*$/.test(span) &&
      !/NNN/.test(span),
  )
}
