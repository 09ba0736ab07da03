import home from '#imagery/photos/home_gallery_wall.jpg?picture'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { useBusiness } from '../api/business.ts'
import { useOrigin } from '../api/origin.ts'

type PageHeadProps = {
  title?: string
  description?: string
  /** The path of the canonical URL: `/menu`. */
  path?: string
  /** The preview picture for shared links to the page. */
  picture?: PictureFacts | null
  /**
   * Structured data: schema.org objects. Only documents contain it. A page may pass an empty list in the browser, so that
   * its scripts are smaller.
   */
  data?: object[] | undefined
  /** Hides the page from search engines. For private pages, and for pages without their own content. */
  hidden?: boolean
}

/** Title, description and metadata for search engines and social networks. The shop's own metadata is the default. */
export function PageHead({ title, description, path, picture, data, hidden = false }: PageHeadProps) {
  const brand = useBusiness()
  const about = description ?? brand.defaultDescription
  const origin = useOrigin()
  const address = path === undefined ? undefined : origin + path
  const whole = title ? `${title} · ${brand.roasters}` : brand.defaultTitle
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={about} />
      {hidden ? <meta name="robots" content="noindex" /> : null}
      {address === undefined ? null : <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={brand.roasters} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title ?? brand.defaultTitle} />
      <meta property="og:description" content={about} />
      {address === undefined ? null : <meta property="og:url" content={address} />}
      <SharedPicture of={picture ?? home} origin={origin} />
      {data ? <StructuredData of={data} /> : null}
    </>
  )
}

function SharedPicture({ of: facts, origin }: { of: PictureFacts; origin: string }) {
  // `src` may be smaller than the largest variant. `width` and `height` are those of the largest variant.
  const width = Number(/-(\d+)\.jpg$/.exec(facts.src)?.[1] ?? facts.width)
  return (
    <>
      <meta property="og:image" content={origin + facts.src} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(Math.round((width * facts.height) / facts.width))} />
      <meta property="og:image:alt" content={facts.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** `<` is escaped, because a description could otherwise close the script element. */
function StructuredData({ of: data }: { of: object[] }) {
  const json = import.meta.env.SSR ? JSON.stringify(data).replace(/</g, '\\u003c') : ' '
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
