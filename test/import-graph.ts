/** The imports between files of the product, including types, for test/architecture.test.ts. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/** The imports of each file or folder. Paths are relative to the root of the repository. */
export type Graph = Map<string, Set<string>>

/** The imports of all files below these folders, without tests, including style sheets. */
export function readImports(folders: readonly string[]): Graph {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: ROOT }))
  const product = files.filter((file) => !/\.(test|testing|stories|d)\.tsx?$|\/testing\.ts$/.test(file))
  return new Map(product.map((file) => [file, importsOf(file)]))
}

function importsOf(file: string): Set<string> {
  const code = readFileSync(join(ROOT, file), 'utf8')
  const { staticImports, staticExports } = parseSync(file, code).module
  const exported = staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest))
  const requests = [...staticImports.map((one) => one.moduleRequest), ...exported]
  const named = requests.flatMap((request) => (request ? [request.value] : []))
  // `await import('./x.ts')`, and `import('./x.ts').Type`, which the parser does not list.
  const called = [...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => name)
  return new Set([...named, ...called].flatMap((name) => pathOf(name, file) ?? []))
}

/** Null for packages and virtual modules of Vite. Throws if the file does not exist. */
function pathOf(name: string, from: string): string | null {
  const [path = ''] = name.split('?')
  if (!/^[.#]/.test(path)) return null
  const target = path.startsWith('#') ? path.slice(1) : normalize(join(dirname(from), path))
  if (!existsSync(join(ROOT, target))) throw new Error(`${from} imports ${name}, which does not exist`)
  return statSync(join(ROOT, target)).isFile() ? target : null
}

/** The imports between groups of files; `unitOf` maps a file to its group. */
export function grouped(graph: Graph, unitOf: (file: string) => string): Graph {
  const units: Graph = new Map()
  for (const [file, targets] of graph) {
    const unit = unitOf(file)
    const known = units.get(unit) ?? new Set()
    for (const target of targets) if (unitOf(target) !== unit) known.add(unitOf(target))
    units.set(unit, known)
  }
  return units
}

/** One cycle for each import that closes a cycle, as a chain: `a > b > a`. */
export function cyclesOf(graph: Graph): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (node: string, chain: string[]): void => {
    const start = chain.indexOf(node)
    if (start >= 0) found.push([...chain.slice(start), node].join(' > '))
    if (start >= 0 || done.has(node)) return
    for (const target of graph.get(node) ?? []) walk(target, [...chain, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}
