import type { Plugin } from 'vite'

const MODULE = '\0zod-mini-inert'

/**
 * Leaves the schema library out of the browser's code. Contracts carry schemas for the server; the browser only
 * takes method, path and types from them, so there every schema is one inert object. Saves about 8 KB.
 */
export function schemaless(): Plugin {
  return {
    name: 'frame-schemaless',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (source) => (source === 'zod/mini' ? MODULE : null),
    async load(id) {
      if (id !== MODULE) return null
      const names = Object.keys(await import('zod/mini')).filter((name) => name !== 'default')
      const exported = names.map((name) => `inert as ${name}`).join(', ')
      return `const inert = new Proxy(function () {}, { get: () => inert, apply: () => inert })\nexport { ${exported} }`
    },
  }
}
