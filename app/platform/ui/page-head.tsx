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
  /** Structured data: schema.org objects. Each becomes its own script element. */
  data?: object[]
  /** Hides the page from search engines. For private pages, and for pages without their own content. */
  hidden?: boolean
}

const NONE: object[] = []

/** Title, description and metadata for search engines and social networks. The shop's own metadata is the default. */
export function PageHead({ title, description, path, picture, data = NONE, hidden = false }: PageHeadProps) {
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
      {data.map((facts, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the objects have no id, and their order never changes
        <StructuredData key={index} of={facts} />
      ))}
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

/** One schema.org object. `<` is escaped, because a description could otherwise close the script element. */
function StructuredData({ of: facts }: { of: object }) {
  const json = JSON.stringify(facts).replace(/</g, '\\u003c')
  // oxlint-disable-next-line react/no-danger
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
