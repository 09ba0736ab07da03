import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cyclesOf, grouped, readImports } from './import-graph.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * The groups of the code, from the bottom up, with the same names in `server/`, `app/` and `shared/`: a file imports only
 * from its own group and from groups before it. Files beside the groups (`server/main.ts`, `app/root.tsx`) belong to `start`.
 * decisions/001 has the reasons.
 */
const GROUPS = [
  'kernel',
  'providers',
  'platform',
  'content',
  'catalog',
  'roastery',
  'checkout',
  'payments',
  'shipping',
  'subscriptions',
  'wholesale',
  'people',
  'mail',
  'backoffice',
  'site',
  'start',
]
const ROOTS = ['shared', 'server', 'app']

const rootOf = (path: string) => path.split('/')[0] ?? ''

test('every path that ARCHITECTURE.md and README.md name exists', () => {
  const missing = ['ARCHITECTURE.md', 'README.md', 'STYLE.md'].flatMap((page) =>
    pathsIn(readFileSync(join(ROOT, page), 'utf8'))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every function in the index of ARCHITECTURE.md is in the file that the index names', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const index = page.slice(page.indexOf('## Where things begin'))
  const functions = [...index.matchAll(/`([^`]+\.tsx?)`: (\w+(?:, \w+)*)/g)].flatMap(
    ([, file = '', names = '']) => names.split(', ').map((name) => ({ file, name })),
  )
  expect(functions.length).toBeGreaterThan(60)
  const missing = functions.filter(({ file, name }) => {
    return !new RegExp(`\\b(function\\*?|const) ${name}\\b`).test(readFileSync(join(ROOT, file), 'utf8'))
  })
  expect(missing).toEqual([])
})

test('every row of SPEC.md has a test, and every test that it quotes exists', () => {
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

const imports = readImports(ROOTS)

/** The group of a file; '' if its folder is none. */
function groupOf(file: string): string {
  const [, folder = '', ...rest] = file.split('/')
  if (rest.length === 0) return 'start'
  return GROUPS.includes(folder) ? folder : ''
}

/** The folder of a file inside its group, with its folders: `server/checkout/orders`. A file beside them is one of its own. */
const partOf = (file: string) => file.split('/').slice(0, 3).join('/')

const heightOf = (file: string) => GROUPS.indexOf(groupOf(file))

/**
 * Imports of `shared/` that may go up. Screens call endpoints of every group, so they import contracts of every group. The
 * tables of all groups are described in one place, with the types of their columns. The list of all contracts names the
 * resources and tags.
 */
function mayGoUp(file: string, target: string): boolean {
  if (!target.startsWith('shared/') || file.startsWith('shared/')) return false
  if (file.startsWith('app/')) return /^shared\/\w+\/api(\/|\.ts$)/.test(target)
  return file.startsWith('server/kernel/db/') || target === 'shared/start/api.ts'
}

test('every file is in a group, and every group exists', () => {
  expect([...imports.keys()].filter((file) => !groupOf(file))).toEqual([])
  expect(GROUPS.filter((group) => !ROOTS.some((root) => existsSync(join(ROOT, root, group))))).toEqual([])
})

test('ARCHITECTURE.md lists every group', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  expect(GROUPS.filter((group) => !page.includes(`| ${group} |`))).toEqual([])
})

test('a file imports only from its own group and those before it, including types', () => {
  expect(imports.size).toBeGreaterThan(500)
  const wrong = [...imports].flatMap(([file, targets]) =>
    [...targets]
      .filter((target) => ROOTS.includes(rootOf(target)) && heightOf(target) > heightOf(file))
      .filter((target) => !mayGoUp(file, target))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

/** The entry point asks whether its bundle is current. */
const STAMPS = 'server/start.mjs -> scripts/stamps.mjs'

test('the server and the screens share only shared/ and the pictures', () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    [...targets]
      .filter((target) => ![rootOf(file), 'shared', 'imagery'].includes(rootOf(target)))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([STAMPS])
})

test('imports of files, and of the folders of a group, have no cycles', () => {
  expect(cyclesOf(imports)).toEqual([])
  expect(cyclesOf(grouped(imports, partOf))).toEqual([])
})

const graphOf = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))

test('the check for cycles finds a cycle, and reports none if there is none', () => {
  expect(cyclesOf(graphOf({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([])
  expect(cyclesOf(graphOf({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual(['b > c > b'])
})

type Sentence = { text: string; tests: { file: string; name: string }[] }

/**
 * The rows of SPEC.md with the tests below each. After a line that begins with a file (`test/browser/x.spec.ts`, the
 * list:) each row is the name of a test in that file.
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

/** Code spans that look like a path in one of our root folders, without patterns and placeholders. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return spans.filter(
    (span) =>
      /^(shared|server|sandbox|app|test|scripts|bench|imagery|decisions)\/[^\s<>*…]*$/.test(span) &&
      !/NNN/.test(span),
  )
}
