import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { routes: Record<string, { imports?: string[] }> }

/** The list of routes, as React Router writes it. */
const LIST = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s

/**
 * Removes from the browser's list of routes which chunks each page imports. It is half of the list that every visitor
 * loads, 5 KB compressed. The browser would need it only for `<Link prefetch>`, which the site does not use; documents
 * preload their chunks with the server's own list. Fails if React Router writes the list in another way.
 * @param assets the folder of the built files
 */
export function slimManifest(assets: string): void {
  const name = readdirSync(assets).find((each) => /^manifest-\w+\.js$/.test(each))
  const path = join(assets, name ?? 'manifest.js')
  const [, json] = LIST.exec(readFileSync(path, 'utf8')) ?? []
  if (!json) throw new Error(`${path} has another form: see scripts/slim-manifest.ts`)
  const manifest = JSON.parse(json) as Manifest
  for (const route of Object.values(manifest.routes)) delete route.imports
  writeFileSync(path, `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
}
