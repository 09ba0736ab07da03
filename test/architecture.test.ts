import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { cyclesOf, grouped, readImports } from './import-graph.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * The layers, from the bottom up: a folder imports only from itself and from earlier entries of this list, including
 * earlier ones in its line. A file has an entry of its own if it is in no folder, or if it starts what the other files of
 * its folder only define. `*` means each folder there that has no entry; these folders import nothing from each other.
 * decisions/036 has the reasons.
 */
const LAYERS = {
  shared: [
    'roles.ts account-header.ts escape.ts printable.ts sandbox.ts id.ts gift-cards.ts newsletters.ts counts.ts brand.ts business.ts dates.ts categories.ts accents.ts product-filters.ts page-queries.ts pages.ts admin-pages.ts picture.ts playlist.ts order-number.ts holidays.ts delivery.ts subscriptions.ts hours.ts pickup.ts parcel.ts roastery.ts bag-sources.ts batch-sizes.ts batch-counts.ts batch-plan.ts weights.ts roast-curve.ts cupping.ts coffee-cost.ts',
    'artist-links.ts artist-samples.ts grinds.ts sizes.ts stickers.ts discounts.ts pricing.ts discount-text.ts subscription-terms.ts address.ts address-difference.ts phone.ts fields.ts site-pages resources api problems.ts tracking.ts order-steps.ts',
  ],
  server: [
    // Independent of the shop.
    'errors.ts crash-points.ts log.ts time text files config db/tables db/sqlite db pictures limits',
    // Interfaces of the outside services, their clients, and the code that connects them.
    'providers providers/mail providers/paypal providers/shippo providers/mapbox',
    'providers/connect.ts storage',
    // Arguments of every verb, and the base of every handler.
    'shop.ts cache sessions http record resources outbox',
    // Catalog and content. A new resource is here, unless a lower folder needs it or it needs a higher one.
    'settings recipes delivery upload site-pages/texts site-pages media departments other-shops products artshow menu maps * roast-day seo',
    // Buying: from the shipping price to the payment.
    'gift-cards quotes discounts addresses subscribing payment-methods orders account users personal-data staff payments subscriptions subscription-plan green roast-plan shippo mail messages money recall',
    'batches roast-curves cuppings coffee-cost',
    'admin backup demo setup browser-config imports pages docs',
    // Assembly and scheduled jobs.
    'jobs start/seed/history start/seed/roastery start/seed start serve-api.ts app.ts run-shop.ts main.ts start.mjs',
  ],
  app: [
    'hydrate-on-input.tsx own-scripts.ts page-styles.tsx styles api ui session cart address address/widget messages layout route-module.ts',
    'orders paypal site-pages',
    'pages pages/*',
    'pages/shop pages/lots pages/home pages/artshow pages/account pages/account/subscriptions pages/checkout',
    // Shared parts of the admin's screens, then each screen in the folder of its resource.
    'pages/admin pages/admin/form pages/admin/pictures pages/admin/sales pages/admin/roast-day/queue pages/admin/*',
    'pages/order/admin pages/order',
    'root.tsx routes.ts entry.client.tsx entry.server.tsx',
  ],
}

test('every path that ARCHITECTURE.md and README.md name exists', () => {
  const missing = ['ARCHITECTURE.md', 'README.md', 'STYLE.md'].flatMap((page) =>
    pathsIn(readFileSync(join(ROOT, page), 'utf8'))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page}: ${path}`),
  )
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

const imports = readImports(Object.keys(LAYERS))
const layers = Object.entries(LAYERS).flatMap(([root, lines]) =>
  lines.flatMap((line) => line.split(' ')).map((entry) => `${root}/${entry}`),
)

/** The entry of a file in the list: its own, or that of its folder; undefined if there is none. */
function layerOf(file: string): string | undefined {
  const folder = dirname(file)
  return [file, folder, `${dirname(folder)}/*`].find((path) => layers.includes(path))
}

/** A file with its own entry, or the folder of a file. */
const partOf = (file: string) => (layers.includes(file) ? file : dirname(file))

/** Whether two files are in different folders, and one `*` is the entry of both. */
const isBeside = (file: string, target: string) =>
  layerOf(file) === layerOf(target) && partOf(file) !== partOf(target)

const heightOf = (file: string) => layers.indexOf(layerOf(file) ?? '')

test('every file is in the list of layers, and every entry of the list exists', () => {
  expect([...imports.keys()].filter((file) => !layerOf(file))).toEqual([])
  expect(layers.filter((path) => !existsSync(join(ROOT, path.replace(/\/\*$/, ''))))).toEqual([])
  expect(new Set(layers).size).toBe(layers.length)
})

test('a file imports only from its own layer and those below, including types', () => {
  expect(imports.size).toBeGreaterThan(500)
  const wrong = [...imports].flatMap(([file, targets]) =>
    [...targets]
      .filter((target) => heightOf(target) > heightOf(file) || isBeside(file, target))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

const root = (path: string) => path.split('/')[0]

/** The entry point asks whether its bundle is current. */
const STAMPS = 'server/start.mjs -> scripts/stamps.mjs'

test('the server and the screens share only shared/ and the pictures', () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    [...targets]
      .filter((target) => ![root(file), 'shared', 'imagery'].includes(root(target)))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([STAMPS])
})

test('imports of files and folders have no cycles', () => {
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
