import { ART_SHOW } from '#shared/kernel/categories.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { works as workApi, type Work } from '#shared/catalog/api/works.ts'
import { isBlank, withoutSamples } from '#shared/catalog/artist-samples.ts'
import { artistPath } from '#shared/platform/record-paths.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { PageContent, contentOf } from '#app/platform/site-pages/page-content.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Band } from '#app/platform/ui/band.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './artshow.module.css'
import { Featured } from './featured.tsx'
import { Wall, wallData } from './wall.tsx'
import { ProductCard } from '../shop/product-card.tsx'
import productCard from '../shop/product-card.module.css'

const featured = ask(artshow.featured, {})
const all = ask(artshow.list, {})
const prints = ask(products.list, { query: { keyword: ART_SHOW, pageNumber: 1 } })
const works = ask(workApi.list, {})
const content = contentOf('artshow')

export const loader = ({ context }: LoaderFunctionArgs) =>
  askOnServer(context, featured, all, prints, works, content)
export const clientLoader = () => askBriefly(featured, all, prints, works, content)

/** The art show: the featured artist, the works with their wall labels, prints for sale, and earlier artists. */
export default function ArtShow() {
  const { data, isPending, error, refetch } = useQuery(featured)
  const artist = data && (isBlank({ ...data, ...data.pictures }) ? null : withoutSamples(data))
  const { data: artists = [] } = useQuery(all)
  const { data: found } = useQuery(prints)
  const onWalls = useQuery(works).data?.works ?? []
  const labeled = new Set(onWalls.map(({ _id }) => _id))
  const onSale =
    found?.products.filter(({ _id, category }) => category === ART_SHOW && !labeled.has(_id)) ?? []
  const others = artists.filter(({ _id, isDraft }) => _id !== artist?._id && !isDraft).map(withoutSamples)
  return (
    <PageContent of="artshow">
      {({ title, soon, forSale, before }) => (
        <>
          <Head title={title} artist={artist ?? null} works={onWalls} />
          <PageTitle title={title}>{artist?.quote ? <q>{artist.quote}</q> : null}</PageTitle>
          {isPending ? (
            <div className={styles.waiting}>
              <Spinner what="Loading the pictures" />
            </div>
          ) : null}
          {error && artist === undefined ? <LoadError error={error} retry={refetch} /> : null}
          {artist ? <Featured artist={artist} /> : null}
          {artist === null ? <ComingSoon text={soon} /> : null}
          <Wall works={onWalls} />
          <ForSale title={forSale} products={onSale} />
          <ShownBefore title={before} artists={others} />
        </>
      )}
    </PageContent>
  )
}

function Head({ title, artist, works: shown }: { title: string; artist: Artist | null; works: Work[] }) {
  const origin = useOrigin()
  const { roasters, place } = useBusiness()
  const where = `on the walls of ${roasters} in ${place.city}, ${place.state}`
  const picture = artist?.pictures.main[0]?.facts ?? null
  return (
    <PageHead
      title={artist?.name ? `${title}: ${artist.name}` : title}
      description={artist ? `${nameOf(artist)}, ${where}.` : `The next show ${where}.`}
      path="/artshow"
      picture={picture}
      data={wallData(shown, origin)}
    />
  )
}

function nameOf({ name, title }: Artist): string {
  return `${name || 'A show'}${title ? `, “${title}”` : ''}`
}

/** Shown while no artist is featured. */
function ComingSoon({ text }: { text: string }) {
  return (
    <div>
      <Band text="COMING SOON" hasPauseButton={false} />
      <Band text="COMING SOON" reverse />
      <Band text="COMING SOON" hasPauseButton={false} />
      <p className="above-6 lead italic">{text}</p>
    </div>
  )
}

/** The works for sale, each with a link to its product. Renders nothing if there are none. */
function ForSale({ title, products: onSale }: { title: string; products: Product[] }) {
  if (onSale.length === 0) return null
  return (
    <section className={`pad-top-3 rule ${styles.section}`}>
      <h2 className="below-4">{title}</h2>
      <ul className={`grid halves ${productCard.grid}`}>
        {onSale.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The earlier artists, each with one picture. */
function ShownBefore({ title, artists }: { title: string; artists: Artist[] }) {
  const named = artists.filter(({ name, pictures }) => name && pictures.main[0]?.facts)
  if (named.length === 0) return null
  return (
    <section className={`pad-top-3 rule ${styles.section}`}>
      <h2 className="below-4">{title}</h2>
      <ul className={`stack-4 halves-62 ${styles.earlier}`}>
        {named.map(({ _id, slug, name, title: show, quote, pictures }) => (
          <li key={_id} className={`stack-3 align-bottom ${styles.before}`}>
            <FramedPicture of={pictures.main[0]?.facts ?? null} sizes={SIZES} />
            <div>
              <h3>
                <Link to={artistPath({ _id, slug })}>{name}</Link>
              </h3>
              <p className="italic">{show}</p>
              {quote ? <p className="above-1 soft">“{quote}”</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SIZES = '(min-width: 62rem) 20vw, 32vw'
