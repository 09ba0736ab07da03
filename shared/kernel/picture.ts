/** The data that a page needs to show a picture without layout shift, in the best format that the browser supports. */
export type PictureFacts = {
  /** A JPEG for every browser: `/<folder>/<name>-<content hash>-<width>.jpg`. The content of a URL never changes. */
  src: string
  /** The size of the largest variant. All variants have the same aspect ratio. */
  width: number
  height: number
  alt: string
  /** A data URI of a tiny version, about 16 pixels wide, shown until the picture has loaded. */
  blur: string
  /** The widths that exist as AVIF and as WebP, ascending. */
  widths: number[]
}

export type VariantFormat = 'avif' | 'webp'

/** The URL of one variant: `src` with another width and extension. */
export function variantUrl(facts: Pick<PictureFacts, 'src'>, width: number, format: VariantFormat): string {
  return facts.src.replace(/-\d+\.jpg$/, `-${width}.${format}`)
}

/** All URLs of a picture, `src` first. */
export function variantUrls(facts: Pick<PictureFacts, 'src' | 'widths'>): string[] {
  const of = (format: VariantFormat) => facts.widths.map((width) => variantUrl(facts, width, format))
  return [facts.src, ...of('avif'), ...of('webp')]
}

/** The `srcset` of one format. */
export function srcSet(facts: Pick<PictureFacts, 'src' | 'widths'>, format: VariantFormat): string {
  return facts.widths.map((width) => `${variantUrl(facts, width, format)} ${width}w`).join(', ')
}

/** What to do with pictures of formats that the shop does not accept, because not every browser can show them. */
export const REFUSED_FORMATS = {
  heic: 'This picture is HEIC, as iPhones save it. Save it as JPEG, then upload it. For new photos, choose Settings, Camera, Formats, Most Compatible on the iPhone',
  gif: 'This picture is a GIF. Save it as PNG or JPEG, then upload it',
  tiff: 'This picture is TIFF. Save it as JPEG or PNG, then upload it',
} as const

/** The refusal of a file by its name or type, before it is uploaded; null if only the server can tell. */
export function refusalByName({ name, type }: { name: string; type: string }): string | null {
  const ending = `${type} ${name}`.toLowerCase()
  if (/hei[cf](-sequence)?( |$)|\.hei[cf]$/.test(ending)) return REFUSED_FORMATS.heic
  if (/image\/gif|\.gif$/.test(ending)) return REFUSED_FORMATS.gif
  return /image\/tiff|\.tiff?$/.test(ending) ? REFUSED_FORMATS.tiff : null
}
