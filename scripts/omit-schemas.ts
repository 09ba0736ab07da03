import type { Plugin } from 'vite'

const INERT = '\0inert:'

/** The modules that export only schemas, by the end of their path. */
const SCHEMAS: readonly [string, () => Promise<object>][] = [
  ['zod/mini', () => import('zod/mini')],
  ['/resources/schemas.ts', () => import('#shared/resources/schemas.ts')],
]

/**
 * Removes the schema library, and the schemas from descriptions of resources, from the browser's code. The browser uses
 * only the methods, paths and types of contracts, so every schema is the same inert object there. Saves about 8 KB.
 * Validating with that object throws, instead of accepting everything.
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
