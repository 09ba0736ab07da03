import { join } from 'node:path'
import type { Plugin } from 'vite'

const OWN_LOADER = join(import.meta.dirname, '../app/platform/route-module.ts')
/** The file of React Router that `app/platform/route-module.ts` replaces, as React Router's own imports name it. */
const REPLACED_LOADER = /\/routeModules\.js$/

/**
 * Replaces React Router's loader of page code with `app/platform/route-module.ts`. The original reloads the document if the code
 * does not arrive, and has no option to change that. Fails the build if React Router no longer has this file.
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
      if (!REPLACED_LOADER.test(source) || !importer?.includes('/react-router/dist/')) return null
      isReplaced = true
      return OWN_LOADER
    },
    buildEnd(error) {
      if (!error && !isReplaced && this.environment.mode === 'build')
        this.error(
          'React Router no longer loads page code in routeModules.js: see app/platform/route-module.ts',
        )
    },
  }
}
