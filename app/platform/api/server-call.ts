/** Values that the server passes to the rendering of a document (server/site/pages/pages.ts). */
import { createContext, useRouteLoaderData } from 'react-router'
import type { InProcessCall } from '#shared/platform/api/url.ts'

/** Calls the server's own API from loaders, within the process. The answers are the same as over the network. */
export const callContext = createContext<InProcessCall>()

/** Collects the inline scripts of the document for its Content-Security-Policy. */
export const scriptsContext = createContext<string[]>()

/** The text of a built style sheet by its URL; empty in development. */
export const stylesContext = createContext<(href: string) => string>()

/** Settings that pages need. The root's loader returns them. */
type Settings = { origin: string; mailService: string }

export const settingsContext = createContext<Settings>()

/** URLs from the server's settings. The document contains them, so pages do not request them. */
type FromRoot = () => Partial<Settings> | null

/** The public origin of the shop (PUBLIC_ORIGIN if it is set), without a slash at the end. */
export function useOrigin(): string {
  const root = useRouteLoaderData<FromRoot>('root')
  return root?.origin ?? (typeof location === 'undefined' ? '' : location.origin)
}

/** The start of the mail service's URLs (MAIL_SERVICE_BASE), without a slash at the end; empty for this server. */
export function useMailService(): string {
  return useRouteLoaderData<FromRoot>('root')?.mailService ?? ''
}
