/**
 * Joins the server's modules, Kysely and Zod into a few files in `build/server`. A start then loads 500 modules instead of
 * 1,800 (decisions/041). `server/start.mjs` uses them only if the sources have not changed since.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { BUNDLE, bundleStamp, writeBundleStamp } from './stamps.mjs'

const ROOT = join(import.meta.dirname, '..')
/**
 * Packages of ES modules that are loaded when the server starts. The others stay in node_modules: CommonJS packages may look
 * for files beside them, and pages and server share one React Router.
 */
const JOINED = /^(kysely|zod|micromark|diff|csv-parse)([-/]|$)/

const MONTH_MS = 30 * 86_400_000

/** Joins the modules, and remembers from which sources. Throws if they cannot be joined. */
export async function bundleServer(): Promise<void> {
  const stamp = bundleStamp()
  writeBundleStamp('')
  const bundle = await rolldown({
    input: { main: join(ROOT, 'server/main.ts') },
    cwd: ROOT,
    platform: 'node',
    external: (id) => isPackage(id) && !JOINED.test(id),
    plugins: [keepFolders],
  })
  const { output } = await bundle.write({ dir: BUNDLE, format: 'esm', comments: false })
  await bundle.close()
  removeOld(new Set(output.map(({ fileName }) => fileName)))
  writeBundleStamp(stamp)
}

/** Deletes files of earlier bundles, but not soon: a server that still runs may load them later. */
function removeOld(current: Set<string>): void {
  for (const name of readdirSync(BUNDLE)) {
    const file = join(BUNDLE, name)
    if (!current.has(name) && statSync(file).mtimeMs < Date.now() - MONTH_MS) rmSync(file)
  }
}

/** Own modules begin with a dot, a slash or, in the imports of package.json, with `#`. */
const isPackage = (id: string) => !/^[.#/]|^[A-Z]:/.test(id)

/**
 * Files that a module reads, and threads and programs that it starts, are beside its source. So `import.meta` names the
 * folder of the source, from the folder of the bundle.
 */
const keepFolders: Plugin = {
  name: 'keep-folders',
  transform(code, id) {
    if (id.includes('node_modules') || !/import\.meta\.(dirname|url)/.test(code)) return null
    const source = `../../${relative(ROOT, id).replaceAll('\\', '/')}`
    const folder = JSON.stringify(source.slice(0, source.lastIndexOf('/')))
    return code.replaceAll(/import\.meta\.(dirname|url)/g, (_, property) =>
      property === 'url'
        ? `new URL(${JSON.stringify(source)}, import.meta.url).href`
        : `(import.meta.dirname + '/' + ${folder})`,
    )
  },
}

if (import.meta.main) await bundleServer()
