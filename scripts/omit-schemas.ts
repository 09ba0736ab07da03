import type { Plugin } from 'vite'

const MODULE = '\0zod-mini-inert'

/**
 * Leaves the schema library out of the browser's code. Contracts carry schemas for the server; the browser only
 * takes method, path and types from them, so there every schema is one inert object. Saves about 8 KB. It judges
 * nothing: who asks it throws, instead of being told that all is well.
 */
export function omitSchemas() {
  return {
    name: 'frame-omitSchemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    resolveId: (source: string) => (source === 'zod/mini' ? MODULE : null),
    load: async (id: string) => {
      if (id !== MODULE) return null
      const names = Object.keys(await import('zod/mini')).filter((name) => name !== 'default')
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
