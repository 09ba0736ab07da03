import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const PLACEHOLDER = '\0placeholder:'
const ZOD = 'zod/mini'
const ROOT = join(import.meta.dirname, '..')

/** The contracts, which are replaced by the data that the browser uses. */
const CONTRACT = /\/shared\/[a-z]+\/api\/[\w-]+\.ts$/
/** The descriptions of resources and settings, as contracts import them. */
const DESCRIPTION = /\/(resources|settings)\/[\w-]+\.ts$/
const USED_OF_ENDPOINT = new Set(['method', 'path', 'access', 'whileLimited', 'cached', 'files'])

/**
 * Removes the schema library, the schemas of contracts, and the descriptions of resources that contracts import, from the browser's code. The
 * browser uses only the methods, paths and types of contracts, so every schema is the same placeholder there. Saves
 * about 18 KB compressed. Validating with that object throws, instead of accepting everything. Forms import descriptions directly
 * and get the real ones.
 */
export function omitSchemas() {
  return {
    name: 'frame-omit-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    resolveId: (source: string, importer?: string) => {
      if (source === ZOD) return PLACEHOLDER + ZOD
      if (!importer || !CONTRACT.test(importer) || !DESCRIPTION.test(source)) return null
      return (
        PLACEHOLDER + (source.startsWith('#') ? join(ROOT, source.slice(1)) : join(dirname(importer), source))
      )
    },
    load: async (id: string) => {
      // During development a changed contract must arrive without a restart, which `import` cannot do.
      if (CONTRACT.test(id) && process.env.NODE_ENV === 'production')
        return dataOf((await import(/* @vite-ignore */ id)) as Record<string, unknown>)
      if (!id.startsWith(PLACEHOLDER)) return null
      const name = id.slice(PLACEHOLDER.length)
      const found = await (name === ZOD
        ? import('zod/mini')
        : (import(/* @vite-ignore */ pathToFileURL(name).href) as Promise<object>))
      const names = Object.keys(found).filter((each) => each !== 'default')
      const exported = names.map((each) => `placeholder as ${each}`).join(', ')
      return `
const refuse = () => {
  throw new Error('The browser has no schemas to validate with')
}
const validators = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])
const placeholder = new Proxy(function () {}, {
  get: (_, name) => (validators.has(name) ? refuse : placeholder),
  apply: () => placeholder,
})
export { ${exported} }`
    },
  } satisfies Plugin
}

/**
 * The code of a contract for the browser: its constants, and its endpoints without schemas and descriptions. Its
 * exported schemas are the placeholder, for contracts that are not replaced and use them.
 * @returns null if the contract exports a function, which cannot be written as data
 */
function dataOf(contract: Record<string, unknown>): string | null {
  const exported = Object.entries(contract)
  if (exported.some(([, value]) => typeof value === 'function')) return null
  const lines = exported.map(([name, value]) =>
    isSchema(value)
      ? `export { object as ${name} } from 'zod/mini'`
      : `export const ${name} = ${JSON.stringify(isEndpoints(value) ? usedOf(value) : value)}`,
  )
  return lines.join('\n')
}

function isSchema(value: unknown): boolean {
  return isObject(value) && '_zod' in value
}

function isEndpoints(value: unknown): value is Record<string, object> {
  return isObject(value) && Object.values(value).every((one) => isObject(one) && 'path' in one)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function usedOf(endpoints: Record<string, object>) {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [
      name,
      Object.fromEntries(
        Object.entries(endpoint).filter(
          // Pages ask for what is cached, and leave it out if its part of the shop is off.
          ([key]) => USED_OF_ENDPOINT.has(key) || (key === 'part' && 'cached' in endpoint),
        ),
      ),
    ]),
  )
}
