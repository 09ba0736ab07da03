/** Addresses that the shop's settings decide. The document brings them along, so that no page has to ask for them. */
import { useRouteLoaderData } from 'react-router'
import type { Settings } from './server-call.ts'

type FromRoot = () => Partial<Settings> | null

/** Where the shop is reached from outside (PUBLIC_ORIGIN where it is set), without a slash at the end. */
export function useOrigin(): string {
  const root = useRouteLoaderData<FromRoot>('root')
  return root?.origin ?? (typeof location === 'undefined' ? '' : location.origin)
}

/** What the addresses of the mail service begin with (MAIL_SERVICE_BASE), without a slash at the end; empty for this shop. */
export function useMailService(): string {
  return useRouteLoaderData<FromRoot>('root')?.mailService ?? ''
}
