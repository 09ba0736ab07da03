import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { products } from '#shared/catalog/api/products.ts'
import { works as workApi, type Work } from '#shared/catalog/api/works.ts'
import { isBlank, withoutSamples } from '#shared/catalog/artist-samples.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import styles from './artshow.module.css'
import { ComingSoon } from './coming-soon.tsx'
import { Featured } from './featured.tsx'
import { ForSale } from './for-sale.tsx'
import { ShownBefore } from './shown-before.tsx'
import { Wall, wallData } from './wall.tsx'

/** The category of products that belong to the art show (server/start/seed/goods.ts). */
const ART_SHOW = 'Art Show'

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
