/** Renders a complete document. It is not streamed, because the server caches it (server/site/pages/pages.ts). */
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { answersOf, PageAnswers } from '#app/platform/api/prefetch.ts'
import { documentContext, stylesContext } from '#app/platform/api/server-call.ts'
import { HYDRATE_ON_INPUT } from '#app/platform/hydrate-on-input.tsx'
import { MARK_EMPTY_CART } from '#app/catalog/shop/mark-empty-cart.ts'
import { HIDE_IF_CLOSED } from '#app/platform/layout/hide-announcement.ts'
import { SCHEME_SCRIPT } from '#app/platform/layout/scheme.ts'
import { takeNonces } from '#app/platform/own-scripts.ts'
import { DocumentStyles } from '#app/platform/page-styles.tsx'

export {
  callContext,
  documentContext,
  settingsContext,
  stylesContext,
} from '#app/platform/api/server-call.ts'

/**
 * Renders in one synchronous call, which takes half the time of React's streams. A part that suspends would show its
 * fallback until the page is hydrated, but the loaders load all data of a page before it is rendered.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  routerContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = crypto.randomUUID()
  const answers = answersOf(context.staticHandlerContext.loaderData)
  const html = renderToString(
    <DocumentStyles value={stylesOf(context, routerContext.get(stylesContext))}>
      <PageAnswers value={answers}>
        <ServerRouter context={onlyMatched(context)} url={request.url} nonce={nonce} />
      </PageAnswers>
    </DocumentStyles>,
  )
  const { parts, scripts } = takeNonces(html, nonce)
  const data = (await dataScript(context)) + answersScript(answers)
  headers.set('content-type', 'text/html; charset=utf-8')
  const own = [HYDRATE_ON_INPUT, HIDE_IF_CLOSED, MARK_EMPTY_CART, SCHEME_SCRIPT].filter((code) =>
    html.includes(code),
  )
  const document = routerContext.get(documentContext)
  document.html = ['<!DOCTYPE html>', ...withScript(parts, data)]
  document.scripts.push(...scripts, data, ...own)
  return new Response(null, { status, headers })
}

/**
 * The context with only the routes of this page, because `ServerRouter` prepares every route that it gets. Leaves out
 * the data, because React Router can write it only while React streams; `dataScript` writes it.
 */
function onlyMatched(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  )
  return { ...context, manifest: { ...manifest, routes }, serverHandoffStream: undefined }
}

/**
 * The script that hands the loaders' data to the browser, as React Router's `StreamTransfer` writes it: the first script
 * of `<Scripts>` has created the controller.
 */
async function dataScript({ serverHandoffStream: stream }: EntryContext): Promise<string> {
  const controller = 'window.__reactRouterContext.streamController'
  const data = stream ? await new Response(stream).text() : ''
  return `${controller}.enqueue(${inScript(JSON.stringify(data))});${controller}.close();`
}

/** The script that sets `pageAnswers`. In an object literal, the name `__proto__` would set the prototype. */
function answersScript(answers: object): string {
  const literal = JSON.stringify(answers).replaceAll(/(?<!\\)"__proto__":/g, '["__proto__"]:')
  return `window.pageAnswers=${inScript(literal)}`
}

/** JSON without the characters that can end a script. */
function inScript(json: string): string {
  return json.replace(
    /[&<>\u2028\u2029]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function withScript(parts: string[], code: string): string[] {
  const last = parts.at(-1)!
  const end = last.lastIndexOf('</body>')
  return [...parts.slice(0, -1), last.slice(0, end), '<script>', code, '</script>', last.slice(end)]
}

/** The rules of all style sheets of a page, in the order in which `<Links>` would link them. */
function stylesOf(
  { manifest, staticHandlerContext }: EntryContext,
  textOf: (href: string) => string,
): string {
  const urls = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? [])
  return [...new Set(urls)].map(textOf).join('')
}
