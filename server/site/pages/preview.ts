/** Previews of pages and mails whose texts are not published: the real page or mail, with other texts. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { sitePagePreview } from '#shared/content/api/site-page-preview.ts'
import { sitePages } from '#shared/content/api/site-pages.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import type { AnyValues } from '#shared/platform/site-pages/slots.ts'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import type { Introductions } from '#server/mail/kinds/introduction.ts'
import { previewMail } from '#server/mail/sending/preview-mail.ts'
import { sendPreview } from '#server/mail/sending/test-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { businessValues, shownValues } from '#server/content/site-pages/content.ts'
import {
  pageOf,
  validValues,
  valuesOf,
  type EditablePage,
  type SitePage,
} from '#server/content/site-pages/values.ts'
import { statesOf, versionBody } from '#server/content/site-pages/versions.ts'
import type { RenderPreview } from './render.ts'

/** @param render null in a server that renders no pages */
export function previewRoutes(render: RenderPreview | null): Handlers<typeof sitePagePreview> {
  return {
    saved: async ({ shop, params, query }) => {
      const page = pageOf(params.id)
      const body = query.version
        ? (await versionBody(shop.db, page.id, query.version)).body
        : await savedBody(shop, page)
      return {
        name: `${page.id}.html`,
        content: (await preview(shop, render, page, valuesOf(page, body, await openPartsOf(shop)))).html,
      }
    },
    unsaved: async ({ shop, params, body }) => {
      const page = pageOf(params.id)
      return preview(shop, render, page, await unsavedValues(shop, page, body), body.which)
    },
    test: ({ shop, user, params, body }) => sendTest(shop, user, params.id, body),
  }
}

/** Throws 400 for a page, which cannot be sent. */
async function sendTest(shop: Shop, admin: SignedIn, id: string, body: Body<typeof sitePagePreview.test>) {
  const page = pageOf(id)
  if (page.path !== null) throw badRequest('Only mails can be sent')
  const texts = (await unsavedValues(shop, page, body)) as Introductions
  return sendPreview(shop, admin, await previewMail(shop, page, texts, body.which))
}

async function unsavedValues(
  shop: Shop,
  page: EditablePage,
  { values }: Body<typeof sitePagePreview.unsaved>,
): Promise<AnyValues> {
  const saved = valuesOf(page, await savedBody(shop, page), await openPartsOf(shop))
  return { ...saved, ...validValues(page, values) } as AnyValues
}

async function savedBody(shop: Shop, page: EditablePage): Promise<string | null> {
  const { draft, live } = await statesOf(shop.db, shop.clock, page.id)
  return (draft ?? live)?.body ?? null
}

async function preview(
  shop: Shop,
  render: RenderPreview | null,
  page: EditablePage,
  values: AnyValues,
  which?: string,
) {
  if (page.path !== null) return { html: await htmlOf(shop, render, page, values), mail: null }
  const { html, subject, text } = await previewMail(shop, page, values as Introductions, which)
  return { html, mail: { subject, text } }
}

async function htmlOf(
  shop: Shop,
  render: RenderPreview | null,
  page: SitePage,
  values: AnyValues,
): Promise<string> {
  if (!render) throw new Refusal(422, 'This server shows no pages')
  const slots = shownValues(shop, page.slots, values, await businessValues(shop))
  const content = { slots, publishedAt: isoNow(shop.clock), until: null }
  const url = urlOf(sitePages.content, { params: { id: page.id } })
  return render(page.path, new Map([[url, content]]))
}
