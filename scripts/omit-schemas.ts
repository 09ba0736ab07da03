import type { Plugin } from 'vite'

const PLACEHOLDER = '\0placeholder:'

/** The modules that export only schemas. Each is identified by the end of its path. */
const SCHEMAS: readonly [string, () => Promise<object>][] = [
  ['zod/mini', () => import('zod/mini')],
  ['/resources/schemas.ts', () => import('#shared/resources/schemas.ts')],
]

/**
 * Removes the schema library, and the schemas in descriptions of resources, from the browser's code, which saves about
 * 8 KB. The browser uses only the methods, paths and types of contracts. All schemas are therefore replaced by one
 * object without a function. Validating with this object throws, instead of accepting everything.
 */
export function omitSchemas() {
  return {
    name: 'frame-omitSchemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    resolveId: (source: string) => {
      const found = SCHEMAS.find(([ending]) => source.endsWith(ending))
      return found ? PLACEHOLDER + found[0] : null
    },
    load: async (id: string) => {
      const found = SCHEMAS.find(([ending]) => id === PLACEHOLDER + ending)
      if (!found) return null
      const names = Object.keys(await found[1]()).filter((name) => name !== 'default')
      const exported = names.map((name) => `placeholder as ${name}`).join(', ')
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
