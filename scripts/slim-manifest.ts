import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = {
  id?: string
  path?: string
  parentId?: string
  module?: string
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
 * empty. The style sheets become numbers of one list of names, and the file of a page, which is named after the page, its
 * hash. They, the id of each page and its parent are filled in when the list is loaded. Fails if the format of React Router's list changes.
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
    const named = `/assets/${id.split('/').at(-1)}`
    if (route.module?.startsWith(`${named}-`)) route.module = route.module.slice(named.length, -'.js'.length)
    delete route.id
    if (route.parentId !== undefined) {
      const parent = route.path?.startsWith('admin') ? 'desk' : 'root'
      if (route.parentId !== parent) throw new Error(`${id} has another parent: see scripts/slim-manifest.ts`)
      delete route.parentId
    }
    dropEmpty(route)
  }
  const list = JSON.stringify(manifest)
  const names = sheets.map((sheet) => SHEET.exec(sheet)?.[1] ?? refused(sheet)).join(' ')
  writeFileSync(path, `window.__reactRouterManifest=(${FILL_IN})(${list},${JSON.stringify(names)});`)
}

/** An empty fragment at the end is Vite's own. */
const SHEET = /^\/assets\/([^ #]+)\.css#?$/

function refused(sheet: string): never {
  throw new Error(`The style sheet ${sheet} has another address: see scripts/slim-manifest.ts`)
}

/**
 * A function in JavaScript that gives each page its id, its file, its parent (the layout of the desk or the root), and
 * its style sheets.
 */
const FILL_IN =
  "(m,s)=>{s=s.split(' ');for(const[id,r]of Object.entries(m.routes)){r.id=id;if(r.module[0]=='-')r.module='/assets/'+id.split('/').pop()+r.module+'.js';r.css=r.css?.map(n=>`/assets/${s[n]}.css`);if(id!='root')r.parentId=/^admin/.test(r.path)?'desk':'root'}return m}"

/** Removes values that mean the same as a missing one. */
function dropEmpty(route: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(route))
    if (value === false || (Array.isArray(value) && value.length === 0)) delete route[name]
}
