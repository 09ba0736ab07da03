/** Where the shop is reached from outside (PUBLIC_ORIGIN where it is set): for addresses that leave the page. */
import { useRouteLoaderData } from 'react-router'

type FromRoot = () => { origin?: string } | null

/** The public origin, without a slash at the end. The document brings it along; nothing is asked for it. */
export function useOrigin(): string {
  const root = useRouteLoaderData<FromRoot>('root')
  return root?.origin ?? (typeof location === 'undefined' ? '' : location.origin)
}
