/**
 * Loads the code of a page. `scripts/route-module-plugin.ts` replaces React Router's function of the same name with
 * this file. React Router's function calls `location.reload()` after a failure, so an offline visitor would see the
 * browser's error page.
 */
import { PageCodeMissing } from './layout/page-not-loaded.tsx'

type Route = { id: string; module: string }

/**
 * Returns the module of a route. If its code cannot be loaded, does not throw, because the router ignores errors of
 * page code and the screen would stay empty. Instead, returns a module that renders an error page.
 * @param loaded the modules loaded so far, by route id; the new module is added
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
