import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const PLACEHOLDER = '\0placeholder:'
const ZOD = 'zod/mini'
const RESOURCES = join(import.meta.dirname, '../shared/resources')

/**
 * Removes the schema library, and the descriptions of resources that contracts import, from the browser's code. The
 * browser uses only the methods, paths and types of contracts, so every schema is the same placeholder there. Saves
 * about 8 KB. Validating with that object throws, instead of accepting everything. Forms import descriptions directly
 * and get the real ones.
 */
export function omitSchemas() {
  return {
    name: 'frame-omit-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    resolveId: (source: string, importer?: string) => {
      if (source === ZOD) return PLACEHOLDER + ZOD
      const isOfContract = /\/shared\/api\/[^/]+$/.test(importer ?? '') && source.startsWith('../resources/')
      return isOfContract ? PLACEHOLDER + basename(source) : null
    },
    load: async (id: string) => {
      if (!id.startsWith(PLACEHOLDER)) return null
      const name = id.slice(PLACEHOLDER.length)
      const found = await (name === ZOD
        ? import('zod/mini')
        : (import(/* @vite-ignore */ pathToFileURL(join(RESOURCES, name)).href) as Promise<object>))
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
