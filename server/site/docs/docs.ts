/** Serves the API description: `/api/openapi.json` for programs and `/api/docs` for people. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { api } from '#shared/start/api.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { scopeOf } from '#server/platform/tokens/scopes.ts'
import { DOCUMENT_PERMISSIONS } from '../pages/policy.ts'
import type * as OpenApi from './openapi.ts'

const STYLE = `:root{color:#1c1a17;background:#fbf8f2;font:16px/1.5 Georgia,serif}body{max-width:60rem;margin:3rem auto;padding:0 1rem}
h1,h2{font-weight:500;letter-spacing:.04em}section{border-top:1px solid;margin-top:2rem}details{border:1px solid #1c1a1733;margin:.5rem 0;padding:.5rem 1rem;background:#f4efe6}
summary{cursor:pointer}code,pre{font:14px/1.5 ui-monospace,monospace}pre{overflow:auto;white-space:pre-wrap}.method{display:inline-block;min-width:4.5rem;font-weight:700}.who{color:#5a5348}`

/** The description is generated at the first request: it takes a tenth of a second and 5 MB that most shops never need. */
export function serveDocs(app: FastifyInstance, shop: Shop): void {
  const open = { config: { access: 'public' } }
  const hash = createHash('sha256').update(STYLE).digest('base64')
  let generated: Promise<Description> | undefined
  let page: string | undefined
  let name = ''
  const describe = async () => {
    const business = await businessOf(shop)
    if (name !== business.roasters) {
      name = business.roasters
      page = undefined
      generated = import('./openapi.ts').then(({ openApi }) => openApi(business))
    }
    return generated!
  }
  const renderPage = async () => {
    const described = await describe()
    return (page ??= renderDocs(described, name))
  }
  app.get('/api/openapi.json', open, describe)
  app.get('/api/docs', open, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('permissions-policy', DOCUMENT_PERMISSIONS)
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
      )
      .send(await renderPage()),
  )
}

type Description = ReturnType<typeof OpenApi.openApi>
type Operation = { requestBody?: unknown; parameters: unknown[]; responses: unknown }

function renderDocs({ info, paths }: Description, name: string): string {
  const sections = Object.entries(api).map(([resource, endpoints]) => {
    const entries = Object.values(endpoints as Record<string, Endpoint>).map((endpoint) => {
      const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[
        endpoint.method.toLowerCase()
      ] as Operation
      return renderEndpoint(endpoint, operation)
    })
    return `<section aria-labelledby="${resource}"><h2 id="${resource}">${resource}</h2>${entries.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(info.title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeMarkup(info.title)}</h1>
<p>${info.description} Errors are <code>{"message": "…"}</code>; 401 means “no session” and nothing else.
Programs send an API token, which an owner makes under Services, Connections, as <code>Authorization: Bearer frame_…</code>; each call names the right that its token needs.
For programs: <a href="/api/openapi.json">openapi.json</a>. <a href="/">${escapeMarkup(name)}</a>.</p>${sections.join('')}</main></body></html>`
}

function renderEndpoint(endpoint: Endpoint, operation: Operation): string {
  const { method, path, access, summary } = endpoint
  const scope = scopeOf(endpoint)
  const parts = {
    parameters: operation.parameters,
    body: operation.requestBody,
    responses: operation.responses,
  }
  return `<details><summary><span class="method">${method}</span> <code>${path}</code> <span class="who">${access}${scope ? `; token with ${scope}` : ''}</span><br>${escapeMarkup(summary)}</summary>
<pre>${escapeMarkup(JSON.stringify(parts, null, 2))}</pre></details>`
}
