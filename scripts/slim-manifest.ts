import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = {
  id?: string
  path?: string
  parentId?: string
  module?: string
  /** Its own file, if the route does not wait for its page to load its data. */
  clientLoaderModule?: string
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
 * empty. A route becomes a row of text: its style sheets are numbers of one list of names, and the file of a page, which is
 * named after the page, is its hash. The routes are made of the rows when the list is loaded. Fails if the format of React
 * Router's list changes.
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
  const flags = [...new Set(Object.values(manifest.routes).flatMap(flagsOf))]
  const rows = Object.entries(manifest.routes).map(([id, route]) => {
    const parent = route.path?.startsWith('admin') ? 'desk' : 'root'
    if (route.parentId !== undefined && route.parentId !== parent)
      throw new Error(`${id} has another parent: see scripts/slim-manifest.ts`)
    const own = route.css?.filter((file) => id === 'root' || !everywhere.has(file)) ?? []
    const bits = flagsOf(route).reduce((sum, flag) => sum + 2 ** flags.indexOf(flag), 0)
    const { path: address = '-', module = '', clientLoaderModule: loader = '' } = route
    requireInRow(id, route)
    const css = own.map((file) => sheets.indexOf(file)).join(',')
    const cells = [id, address, bits, fileOf(id, module), css, fileOf(id, loader)]
    if (cells.join('').includes(' ')) throw new Error(`${id} has a space: see scripts/slim-manifest.ts`)
    return cells.join(' ').trimEnd()
  })
  const names = sheets.map((sheet) => SHEET.exec(sheet)?.[1] ?? refused(sheet)).join(' ')
  const others = JSON.stringify({ ...manifest, routes: {} })
  const lists = [rows.join(';'), flags.join(' '), names].map((list) => JSON.stringify(list)).join()
  writeFileSync(path, `window.__reactRouterManifest=(${FILL_IN})(${others},${lists});`)
}

/** What is true of a route. `hasDefaultExport` is read by the build only. */
function flagsOf({ hasDefaultExport: _default, ...route }: Route): string[] {
  return Object.entries(route as Record<string, unknown>).flatMap(([name, value]) =>
    value === true ? [name] : [],
  )
}

/** Throws if a route has something that its row cannot say. An empty list means the same as none. */
function requireInRow(id: string, route: Route): void {
  const {
    id: _id,
    path: _path,
    parentId: _parent,
    module: _file,
    imports: _imports,
    css: _css,
    clientLoaderModule: _loader,
    ...others
  } = route
  for (const [name, value] of Object.entries(others as Record<string, unknown>))
    if (typeof value !== 'boolean' && !(Array.isArray(value) && value.length === 0))
      throw new Error(`${id} has a new field, ${name}: see scripts/slim-manifest.ts`)
}

/** The hash of a file that is named after its page; otherwise its whole address. */
function fileOf(id: string, file: string): string {
  const named = `/assets/${id.split('/').at(-1)}-`
  return file.startsWith(named) ? file.slice(named.length, -'.js'.length) : file
}

/** An empty fragment at the end is Vite's own. */
const SHEET = /^\/assets\/([^ #]+)\.css#?$/

function refused(sheet: string): never {
  throw new Error(`The style sheet ${sheet} has another address: see scripts/slim-manifest.ts`)
}

/**
 * A function in JavaScript that makes the routes from their rows: id, address, flags, file, style sheets and the file of the
 * loader. It gives each page its parent: the layout of the desk, or the root.
 */
const FILL_IN =
  "(m,l,f,s)=>{f=f.split(' ');s=s.split(' ');for(const w of l.split(';')){const[id,p,b,h,c,d]=w.split(' '),u=h=>h[0]=='/'?h:'/assets/'+id.split('/').pop()+'-'+h+'.js',r=m.routes[id]={id,module:u(h)};if(p!='-')r.path=p;f.forEach((n,i)=>b>>i&1&&(r[n]=true));if(c)r.css=c.split(',').map(n=>`/assets/${s[n]}.css`);if(d)r.clientLoaderModule=u(d);if(id!='root')r.parentId=/^admin/.test(p)?'desk':'root'}return m}"
