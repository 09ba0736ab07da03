/** Renders a complete document. It is not streamed, because the server caches it (server/pages/pages.ts). */
import { prerender } from 'react-dom/static'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { scriptsContext } from './api/server-call.ts'
import { HYDRATE_ON_INPUT } from './hydrate-on-input.tsx'
import { takeOwnScripts } from './own-scripts.ts'

export { callContext, scriptsContext, settingsContext } from './api/server-call.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  let renderError: unknown
  const nonce = crypto.randomUUID()
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} nonce={nonce} />, {
    onError(error) {
      renderError = error
    },
  })
  if (renderError !== undefined) throw renderError
  headers.set('content-type', 'text/html; charset=utf-8')
  const { html, scripts } = takeOwnScripts(await new Response(prelude).text(), nonce)
  routerContext.get(scriptsContext).push(...scripts, HYDRATE_ON_INPUT)
  return new Response(html, { status, headers })
}
