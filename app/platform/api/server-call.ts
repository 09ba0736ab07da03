/** Values that the server passes to the rendering of a document (server/site/pages/pages.ts). */
import { createContext } from 'react-router'
import type { InProcessCall } from '#shared/platform/api/url.ts'

/** Calls the server's own API from loaders, within the process. The answers are the same as over the network. */
export const callContext = createContext<InProcessCall>()

/**
 * Takes the rendered document, which in the body of a response would be encoded and decoded again, and its inline scripts
 * for its Content-Security-Policy. `html` is the document in parts, and null if none was rendered, as for a redirect.
 */
export const documentContext = createContext<{ html: string[] | null; scripts: string[] }>()

/** The text of a built style sheet by its URL; empty in development. */
export const stylesContext = createContext<(href: string) => string>()

/**
 * Settings that pages need. The root's loader returns them. `limitsPayments`: only the documents of pages with a payment may
 * load its scripts.
 */
export type Settings = { origin: string; mailService: string; limitsPayments: boolean }

export const settingsContext = createContext<Settings>()
