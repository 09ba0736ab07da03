/**
 * Loads the code of a page. Stands in for the function of the same name in React Router, which answers a failure with
 * `location.reload()`: a visitor who is offline would then see the browser's own error page.
 * `scripts/route-module-plugin.ts` puts this file in its place.
 */
import { PageCodeMissing } from './layout/page-not-loaded.tsx'

type Route = { id: string; module: string }

/**
 * The module of a route, loaded once. Where its code does not arrive, a module that says so in place of the page: the
 * router ignores errors of page code, so throwing one would leave the screen empty.
 * @param loaded the modules that are there already, by route id; a new one is added
 */
export async function loadRouteModule(route: Route, loaded: Record<string, object>): Promise<object> {
  const ready = loaded[route.id]
  if (ready) return ready
  try {
    return (loaded[route.id] = (await import(/* @vite-ignore */ route.module)) as object)
  } catch (error) {
    reportError(error)
    return { default: PageCodeMissing, clientLoader: () => null }
  }
}
