/** Renders a complete document. It is not streamed, because the server caches it (server/pages/pages.ts). */
import { prerender } from 'react-dom/static'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { scriptsContext, stylesContext } from './api/server-call.ts'
import { HYDRATE_ON_INPUT } from './hydrate-on-input.tsx'
import { takeOwnScripts } from './own-scripts.ts'
import { DocumentStyles } from './page-styles.tsx'

export { callContext, scriptsContext, settingsContext, stylesContext } from './api/server-call.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  let renderError: unknown
  const nonce = crypto.randomUUID()
  const document = (
    <DocumentStyles value={stylesOf(context, routerContext.get(stylesContext))}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </DocumentStyles>
  )
  const { prelude } = await prerender(document, {
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

/** The rules of all style sheets of a page, in the order in which `<Links>` would link them. */
function stylesOf(
  { manifest, staticHandlerContext }: EntryContext,
  textOf: (href: string) => string,
): string {
  const urls = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? [])
  return [...new Set(urls)].map(textOf).join('')
}
