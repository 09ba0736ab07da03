/** Lots of roasted coffee: the public page that the QR code of a bag opens, and the stickers of bags. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, pictureFacts } from '#shared/kernel/fields.ts'
import { guideLink } from '#shared/content/api/brew-guides.ts'
import { MOST_ON_A_PAGE, STICKER_SHEETS } from '#shared/platform/stickers.ts'

/** A lot of green coffee in a lot of roasted coffee, as visitors see it: without supplier, price and weights. */
const grown = z.object({
  /** The share of the green coffee in the lot. The shares of a lot add up to 100. */
  percent: z.int(),
  name: z.string(),
  producer: z.string(),
  origin: z.string(),
  process: z.string(),
  variety: z.string(),
  altitude: z.string(),
  crop: z.string(),
  story: z.string(),
})
export type Grown = z.infer<typeof grown>

const publicLot = z.object({
  /** The lot code on the bag. */
  code: z.string(),
  roastedOn: day,
  /** Oldest first. */
  batches: z.array(z.object({ code: z.string(), roast: z.string(), roastedOn: day })),
  /** The largest share first. */
  greens: z.array(grown),
  coffee: z.object({
    _id: id,
    slug: z.string(),
    name: z.string(),
    /** False if visitors no longer see the product. */
    isSold: z.boolean(),
    picture: z.nullable(pictureFacts),
    accent: z.string(),
    flavors: z.array(z.string()),
    roastingLevel: z.int(),
    bestFilter: z.string(),
    bestEspresso: z.string(),
    bestFor: z.array(z.string()),
    cuppingNote: z.string(),
    brewMethod: z.string(),
    brewDose: z.nullable(z.int()),
    brewWater: z.nullable(z.int()),
    brewSeconds: z.nullable(z.int()),
    /** Null if no brew guide fits. */
    guide: z.nullable(guideLink),
  }),
})
export type PublicLot = z.infer<typeof publicLot>

const printing = z.strictObject({
  sheet: z._default(z.enum(STICKER_SHEETS, 'There is no such label sheet'), '5163'),
  /** The position of the first sticker on a partly used sheet, counted from 1, row by row. */
  from: z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (text) => /^[1-9][0-9]?$/.test(text) && Number(text) <= MOST_ON_A_PAGE,
            `Enter the number of a label, from 1 to ${MOST_ON_A_PAGE}`,
          ),
        ),
      '1',
    ),
    z.transform(Number),
  ),
})
export type StickerPrinting = z.infer<typeof printing>

export const coffeeLots = contract({
  /** The address is on printed bags, so it must not change. */
  one: {
    method: 'GET',
    path: '/api/lots/:code',
    access: 'public',
    summary:
      'A lot of coffee for visitors, by the code on its bags: who grew it, when it was roasted, how to brew it',
    params: z.object({ code: id }),
    reply: publicLot,
    cached: ['Product', 'Lots', 'BrewGuide'],
  },
  bagStickers: {
    method: 'GET',
    path: '/api/roastery/bags/:id/stickers.pdf',
    access: 'packer',
    part: 'roastery',
    summary:
      'Stickers for bags that were packaged together, one per bag, for a label sheet or a label printer',
    params: idParams,
    query: printing,
    reply: { file: 'application/pdf', inline: true },
  },
  lotStickers: {
    method: 'GET',
    path: '/api/roastery/lots/:id/stickers.pdf',
    access: 'packer',
    part: 'roastery',
    summary: 'Stickers for all bags of a lot, by size and grind',
    params: idParams,
    query: printing,
    reply: { file: 'application/pdf', inline: true },
  },
  dayStickers: {
    method: 'GET',
    path: '/api/roastery/days/:day/stickers.pdf',
    access: 'packer',
    part: 'roastery',
    summary: 'Stickers for all bags that were packaged on a day, by coffee, size and grind',
    params: z.object({ day }),
    query: printing,
    reply: { file: 'application/pdf', inline: true },
  },
})
