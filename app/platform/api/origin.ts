/** URLs from the server's settings. The document contains them, so pages do not request them. */
import { useRouteLoaderData } from 'react-router'
import type { Settings } from './server-call.ts'

type FromRoot = () => Partial<Settings> | null

/** The public origin of the shop (PUBLIC_ORIGIN if it is set), without a slash at the end. */
export function useOrigin(): string {
  const root = useRouteLoaderData<FromRoot>('root')
  return root?.origin ?? (typeof location === 'undefined' ? '' : location.origin)
}

/** Whether only the documents of pages with a payment may load its scripts. */
export function useLimitsPayments(): boolean {
  return useRouteLoaderData<FromRoot>('root')?.limitsPayments ?? false
}

/** The start of the mail service's URLs (MAIL_SERVICE_BASE), without a slash at the end; empty for this server. */
export function useMailService(): string {
  return useRouteLoaderData<FromRoot>('root')?.mailService ?? ''
}
