/** Values that the server passes to the rendering of each document (server/pages/pages.ts). */
import { createContext } from 'react-router'
import type { InProcessCall } from '#shared/api/url.ts'

/** The server's own API for loaders: the same answers without the network. */
export const callContext = createContext<InProcessCall>()

/** Collects the inline scripts of the document for its Content-Security-Policy. */
export const scriptsContext = createContext<string[]>()

/** The text of a built style sheet by its URL; empty in development. */
export const stylesContext = createContext<(href: string) => string>()

/** Settings that pages need. The root's loader returns them. */
export type Settings = { origin: string; mailService: string }

export const settingsContext = createContext<Settings>()
