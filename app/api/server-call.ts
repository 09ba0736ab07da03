/** The server's own API, handed to loaders by server/pages/pages.ts: same answers, no network. */
import { createContext } from 'react-router'
import type { InProcessCall } from '#shared/api/url.ts'

export const callContext = createContext<InProcessCall>()
