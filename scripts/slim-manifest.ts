import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = {
  id?: string
  parentId?: string
  imports?: string[]
  css?: string[]
  hasDefaultExport?: boolean
}
type Manifest = { routes: Record<string, Route> }

/** The list of routes, as React Router writes it. */
const LIST = /^window\.__reactRouterManifest=(\{.*\});?\s*$/s

/**
 * Removes the chunks that each page imports from the browser's list of routes. They are half of the list that every
 * visitor loads, 6 KB compressed. The browser would need them only for `<Link prefetch>`, which the site does not use;
 * documents preload their chunks with the server's own list. Also removes `hasDefaultExport`, which only the build
 * reads, the root's style sheets from the other pages, because they are already loaded, and values that are false or
 * empty. The style sheets become numbers of one list. They, the id of each page and its parent, the root, are filled in when
 * the list is loaded. Fails if the format of React Router's list changes.
 * @param assets the folder of the built files
 */
export function slimManifest(assets: string): void {
  const name = readdirSync(assets).find((each) => /^manifest-\w+\.js$/.test(each))
  const path = join(assets, name ?? 'manifest.js')
  const [, json] = LIST.exec(readFileSync(path, 'utf8')) ?? []
  if (!json) throw new Error(`${path} has another form: see scripts/slim-manifest.ts`)
  const manifest = JSON.parse(json) as Manifest
  const everywhere = new Set(manifest.routes.root?.css)
  const sheets = [...new Set(Object.values(manifest.routes).flatMap(({ css = [] }) => css))]
  for (const [id, route] of Object.entries(manifest.routes)) {
    delete route.imports
    delete route.hasDefaultExport
    const own = route.css?.filter((file) => id === 'root' || !everywhere.has(file))
    Object.assign(route, { css: own?.map((file) => sheets.indexOf(file)) })
    delete route.id
    if (route.parentId === 'root') delete route.parentId
    dropEmpty(route)
  }
  const list = JSON.stringify(manifest)
  writeFileSync(path, `window.__reactRouterManifest=(${FILL_IN})(${list},${JSON.stringify(sheets)});`)
}

/** A function in JavaScript that gives each page its id, the root as its parent if it has no other, and its style sheets. */
const FILL_IN =
  "(m,s)=>{for(const[id,r]of Object.entries(m.routes)){r.id=id;r.css=r.css?.map(n=>s[n]);if(id!='root')r.parentId??='root'}return m}"

/** Removes values that mean the same as a missing one. */
function dropEmpty(route: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(route))
    if (value === false || (Array.isArray(value) && value.length === 0)) delete route[name]
}
