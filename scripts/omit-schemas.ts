import type { Plugin } from 'vite'

const INERT = '\0inert:'

/** Every module whose exports are schemas alone, by the end of its name. */
const SCHEMAS: readonly [string, () => Promise<object>][] = [
  ['zod/mini', () => import('zod/mini')],
  ['/resources/schemas.ts', () => import('#shared/resources/schemas.ts')],
]

/**
 * Leaves the schema library, and the schemas made from descriptions of resources, out of the browser's code. Contracts
 * carry schemas for the server; the browser only uses their methods, paths and types, so every schema is one inert
 * object there. Saves about 8 KB. Validating with it throws, instead of passing everything.
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
const judge = () => {
  throw new Error('The browser has no schemas to judge by')
}
const judges = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])
const inert = new Proxy(function () {}, {
  get: (_, name) => (judges.has(name) ? judge : inert),
  apply: () => inert,
})
export { ${exported} }`
    },
  } satisfies Plugin
}
