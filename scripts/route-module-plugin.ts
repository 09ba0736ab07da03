import { join } from 'node:path'
import type { Plugin } from 'vite'

const OURS = join(import.meta.dirname, '../app/route-module.ts')
/** The file of React Router that `app/route-module.ts` replaces, as its own modules import it. */
const THEIRS = /\/routeModules\.js$/

/**
 * Puts `app/route-module.ts` in the place of React Router's loader of page code, which reloads the document when code
 * does not arrive and has no option for anything else. Fails the build when React Router no longer has that file.
 */
export function routeModulePlugin(): Plugin {
  let isReplaced = false
  return {
    name: 'frame-route-module',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      isReplaced = false
    },
    resolveId(source, importer) {
      if (!THEIRS.test(source) || !importer?.includes('/react-router/dist/')) return null
      isReplaced = true
      return OURS
    },
    buildEnd(error) {
      if (!error && !isReplaced && this.environment.mode === 'build')
        this.error('React Router no longer loads page code in routeModules.js: see app/route-module.ts')
    },
  }
}
