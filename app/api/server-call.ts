/** What the server hands to the site for each document (server/pages/pages.ts). */
import { createContext } from 'react-router'
import type { InProcessCall } from '#shared/api/url.ts'

/** The server's own API, handed to loaders: same answers, no network. */
export const callContext = createContext<InProcessCall>()

/** Filled with the inline scripts that the site wrote into the document, for its Content-Security-Policy. */
export const scriptsContext = createContext<string[]>()

/** Settings that pages need, as the root's loader answers them. */
export type Settings = { origin: string; mailService: string }

export const settingsContext = createContext<Settings>()
