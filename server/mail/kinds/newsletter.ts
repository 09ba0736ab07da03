/** The text of a newsletter, from its parts. */
import type { NewsletterBlock } from '#shared/content/api/newsletters.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { introduction } from './introduction.ts'
import { button, heading, linkList, picturePart, renderMail, type MailBody, type Part } from './template.ts'

type Text = { subject: string; preview: string; blocks: readonly NewsletterBlock[] }

/**
 * The whole mail. A product that is no longer sold is left out.
 * @param key the secret of the recipient's links
 */
export async function newsletterBody(shop: Shop, text: Text, key: string): Promise<MailBody> {
  const origin = originOf(shop.config)
  const parts: Part[] = []
  for (const block of text.blocks) parts.push(...(await partsOf(shop, block, origin)))
  const unsubscribe = `${origin}/newsletter/unsubscribe?link=${key}`
  const content = {
    preview: text.preview,
    title: text.subject,
    parts: [
      ...parts,
      linkList([
        ['Unsubscribe', unsubscribe],
        ['Choose what you get', `${origin}/newsletter/preferences#${key}`],
      ]),
    ],
    why: `You get this email because you subscribed to the newsletter of ${(await businessOf(shop)).roasters}.`,
  }
  return { ...(await renderMail(shop, content)), unsubscribe }
}

async function partsOf(shop: Shop, block: NewsletterBlock, origin: string): Promise<Part[]> {
  switch (block.kind) {
    case 'heading':
      return [heading(block.text)]
    case 'text':
      return [introduction(block.markdown, {}, origin)]
    case 'picture':
      return shownPicture(shop, block.file, block.alt, origin)
    case 'product':
      return product(shop, block.product, origin)
  }
}

/** The address of a picture is the same for every recipient, so it does not tell who opened the mail. */
function shownPicture(shop: Shop, file: string, alt: string, origin: string): Part[] {
  const facts = shop.pictureOf(file)
  return facts ? [picturePart({ ...facts, alt, src: `${origin}${facts.src}` })] : []
}

async function product(shop: Shop, id: string, origin: string): Promise<Part[]> {
  const row = await shop.db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .where('products.id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('removed_at', 'is', null)
    .where('product_sizes.for_accounts', '=', 0)
    .groupBy(['products.id', 'name', 'slug', 'image', 'cupping_note'])
    .select((eb) => ['name', 'slug', 'image', 'cupping_note', eb.fn.min<number>('price_cents').as('cents')])
    .executeTakeFirst()
  if (!row) return []
  const facts = `${row.cupping_note ? `${escapeMarkdown(row.cupping_note)}. ` : ''}From ${formatCents(row.cents)}.`
  return [
    ...shownPicture(shop, row.image, row.name, origin),
    heading(row.name),
    introduction(facts, {}, origin),
    button('See it in the shop', origin + productPath({ _id: id, slug: row.slug })),
  ]
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>&]/g, (sign) => `\\${sign}`)
}
