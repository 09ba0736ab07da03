import type { Plugin } from 'vite'

const INERT = '\0inert:'

/** The modules that export only schemas, by the end of their path. */
const SCHEMAS: readonly [string, () => Promise<object>][] = [
  ['zod/mini', () => import('zod/mini')],
  ['/resources/schemas.ts', () => import('#shared/resources/schemas.ts')],
]

/** The contracts, which are replaced by the data that the browser uses. */
const CONTRACT = /\/shared\/api\/[\w-]+\.ts$/
const USED_OF_ENDPOINT = new Set(['method', 'path', 'access', 'cached', 'files'])

/**
 * Removes the schema library, and the schemas from contracts and descriptions of resources, from the browser's code. The
 * browser uses only the methods, paths and types of contracts, so every schema is the same inert object there. Saves
 * about 10 KB. Validating with that object throws, instead of accepting everything.
 */
export function omitSchemas() {
  return {
    name: 'frame-omitSchemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    resolveId: (source: string) => {
      const found = SCHEMAS.find(([ending]) => source.endsWith(ending))
      return found ? INERT + found[0] : null
    },
    load: async (id: string) => {
      // During development a changed contract must arrive without a restart, which `import` cannot do.
      if (CONTRACT.test(id) && process.env.NODE_ENV === 'production')
        return dataOf((await import(id)) as Record<string, unknown>)
      const found = SCHEMAS.find(([ending]) => id === INERT + ending)
      if (!found) return null
      const names = Object.keys(await found[1]()).filter((name) => name !== 'default')
      const exported = names.map((name) => `inert as ${name}`).join(', ')
      return `
const refuse = () => {
  throw new Error('The browser has no schemas to validate with')
}
const validators = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])
const inert = new Proxy(function () {}, {
  get: (_, name) => (validators.has(name) ? refuse : inert),
  apply: () => inert,
})
export { ${exported} }`
    },
  } satisfies Plugin
}

/**
 * The code of a contract for the browser: its constants, and its endpoints without schemas and descriptions. Its
 * exported schemas are the inert object, for contracts that are not replaced and use them.
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
      Object.fromEntries(Object.entries(endpoint).filter(([key]) => USED_OF_ENDPOINT.has(key))),
    ]),
  )
}
