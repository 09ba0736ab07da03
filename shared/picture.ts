/** What a page needs to show a picture without layout shift, in the best format the browser takes. */
export type PictureFacts = {
  /** The JPEG every browser can show: `/<folder>/<name>-<content hash>-<its width>.jpg`. Never changes. */
  src: string
  /** Size of the largest variant; the ratio of all of them. */
  width: number
  height: number
  alt: string
  /** A data URI of about 16 pixels, shown until the picture is there. */
  blur: string
  /** The widths that exist as AVIF and as WebP, ascending. */
  widths: number[]
}

export type VariantFormat = 'avif' | 'webp'

/** The address of one variant: that of `src`, with its width and its ending replaced. */
export function variantUrl(facts: Pick<PictureFacts, 'src'>, width: number, format: VariantFormat): string {
  return facts.src.replace(/-\d+\.jpg$/, `-${width}.${format}`)
}

/** Every address a picture has, `src` first. */
export function variantUrls(facts: Pick<PictureFacts, 'src' | 'widths'>): string[] {
  const of = (format: VariantFormat) => facts.widths.map((width) => variantUrl(facts, width, format))
  return [facts.src, ...of('avif'), ...of('webp')]
}

/** The `srcset` of one format. */
export function srcSet(facts: Pick<PictureFacts, 'src' | 'widths'>, format: VariantFormat): string {
  return facts.widths.map((width) => `${variantUrl(facts, width, format)} ${width}w`).join(', ')
}
