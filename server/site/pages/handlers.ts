/** React Router compares a path with every route that it knows, twice per page, so a page is rendered with those that can match. */
import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Mode = 'production' | 'development'

/** Returns the function that finds the handler for a path and its query. */
export function handlersOf(build: ServerBuild, mode: Mode): (path: string) => RequestHandler {
  const all = createRequestHandler(build, mode)
  const routes = Object.entries(build.routes).filter((entry) => entry[1] !== undefined)
  const firsts = new Set(routes.map(([, route]) => firstOf(route!.path ?? '')))
  const handlers = new Map<string, RequestHandler>()
  return (path) => {
    const first = requestedFirst(path)
    if (first === null || !firsts.has(first)) return all
    const known = handlers.get(first)
    if (known) return known
    const those = routes.filter(([, route]) => [ANY, first].includes(firstOf(route!.path ?? '')))
    const handler = createRequestHandler({ ...build, routes: Object.fromEntries(those) }, mode)
    handlers.set(first, handler)
    return handler
  }
}

/** Of a route that has no path, or whose path begins with a parameter. */
const ANY = ''

/** The first part of the path of a route. */
function firstOf(path: string): string {
  const [first = ''] = path.toLowerCase().split('/')
  return /[:*?]/.test(first) ? ANY : first
}

/** The first part of a requested path, as React Router compares it: decoded and in any case. Null if it cannot be decoded. */
function requestedFirst(path: string): string | null {
  const [, first = ''] = path.split('?', 1)[0]!.split('/')
  try {
    return decodeURIComponent(first).toLowerCase()
  } catch {
    return null
  }
}
