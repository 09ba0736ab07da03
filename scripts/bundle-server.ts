/**
 * Joins the server's modules, Kysely and Zod into a few files in `build/server`. A start then has 1,200 modules less to
 * find, read and compile (decisions/041). `server/start.mjs` uses them only if the sources have not changed since.
 */
import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { BUNDLE, bundleStamp, writeBundleStamp } from './stamps.mjs'

const ROOT = join(import.meta.dirname, '..')
/**
 * Packages of ES modules that are loaded when the server starts. The others stay in node_modules: CommonJS packages may look
 * for files beside them, and pages and server share one React Router.
 */
const JOINED = /^(kysely|zod|micromark|diff|csv-parse)([-/]|$)/

/** Joins the modules, and remembers from which sources. Throws if they cannot be joined. */
export async function bundleServer(): Promise<void> {
  const stamp = bundleStamp()
  rmSync(BUNDLE, { recursive: true, force: true })
  const bundle = await rolldown({
    input: { main: join(ROOT, 'server/main.ts') },
    cwd: ROOT,
    platform: 'node',
    external: (id) => isPackage(id) && !JOINED.test(id),
    plugins: [keepFolders],
  })
  await bundle.write({ dir: BUNDLE, format: 'esm' })
  await bundle.close()
  writeBundleStamp(stamp)
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
