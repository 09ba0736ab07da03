/** Previews of pages whose texts are not published: the real page, rendered with other content. */
import type { pagePreview } from '#shared/api/page-preview.ts'
import { sitePages } from '#shared/api/site-pages.ts'
import { urlOf } from '#shared/api/url.ts'
import type { AnyValues } from '#shared/site-pages/slots.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../http/serve.ts'
import { isoNow } from '../time/clock.ts'
import type { Shop } from '../shop.ts'
import { shownValues } from '../site-pages/content.ts'
import { pageOf, validValues, valuesOf, type EditablePage } from '../site-pages/values.ts'
import { statesOf, versionBody } from '../site-pages/versions.ts'
import type { RenderPreview } from './render.ts'

/** @param render null in a server that renders no pages */
export function previewRoutes(render: RenderPreview | null): Handlers<typeof pagePreview> {
  return {
    saved: async ({ shop, params, query }) => {
      const page = pageOf(params.id)
      const body = query.version
        ? (await versionBody(shop.db, page.id, query.version)).body
        : await savedBody(shop, page)
      return {
        name: `${page.id}.html`,
        content: await htmlOf(shop, render, page, valuesOf(page, body)),
      }
    },
    unsaved: async ({ shop, params, body }) => {
      const page = pageOf(params.id)
      const values = { ...valuesOf(page, await savedBody(shop, page)), ...validValues(page, body.values) }
      return { html: await htmlOf(shop, render, page, values as AnyValues) }
    },
  }
}

async function savedBody(shop: Shop, page: EditablePage): Promise<string | null> {
  const { draft, live } = await statesOf(shop.db, shop.clock, page.id)
  return (draft ?? live)?.body ?? null
}

async function htmlOf(
  shop: Shop,
  render: RenderPreview | null,
  page: EditablePage,
  values: AnyValues,
): Promise<string> {
  if (!render) throw new Refusal(422, 'This server shows no pages')
  const slots = shownValues(shop, page.slots, values)
  const content = { slots, publishedAt: isoNow(shop.clock), until: null }
  const url = urlOf(sitePages.content, { params: { id: page.id } })
  return render(page.path, new Map([[url, content]]))
}
