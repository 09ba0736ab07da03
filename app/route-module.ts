/**
 * Loads the code of a page. `scripts/route-module-plugin.ts` replaces the function of the same name in React Router
 * with this file: that function calls `location.reload()` on a failure, so an offline visitor would see the browser's
 * error page.
 */
import { PageCodeMissing } from './layout/page-not-loaded.tsx'

type Route = { id: string; module: string }

/**
 * Returns the module of a route. If the code cannot be loaded, returns a module that renders an error page: the router
 * ignores errors of page code, so throwing one would leave the screen empty.
 * @param loaded the modules loaded so far, by route id; the new one is added
 */
export async function loadRouteModule(route: Route, loaded: Record<string, object>): Promise<object> {
  const existing = loaded[route.id]
  if (existing) return existing
  try {
    return (loaded[route.id] = (await import(/* @vite-ignore */ route.module)) as object)
  } catch (error) {
    reportError(error)
    return { default: PageCodeMissing, clientLoader: () => null }
  }
}
