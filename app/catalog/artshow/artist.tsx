import { useQuery } from '@tanstack/react-query'
import { Link, useParams, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { artshow, type Artist } from '#shared/catalog/api/artshow.ts'
import { works as workApi } from '#shared/catalog/api/works.ts'
import { instagramUrl, websiteUrl } from '#shared/catalog/artist-links.ts'
import { isBlank, withoutSamples } from '#shared/catalog/artist-samples.ts'
import { artistPath } from '#shared/platform/record-paths.ts'
import { askByAddress, useAddress } from '#app/platform/api/addresses.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askInBrowser } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { Featured } from './featured.tsx'
import { Wall, wallData } from './wall.tsx'

const artistOf = (id = '') => ask(artshow.one, { params: { id } })
const works = ask(workApi.list, {})

export const loader = (args: LoaderFunctionArgs) =>
  askByAddress(args, artistPath, artistOf(args.params['id']), works)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  askInBrowser(artistOf(params['id']), works)

/** One artist of the art show: pictures, text, and the works on the walls. */
export default function ArtistPage() {
  const { id } = useParams()
  const { data: artist, error, refetch } = useQuery(artistOf(id))
  useAddress(artist && artistPath(artist))
  if (artist) return <Shown artist={artist} />
  return error ? <LoadError error={error} retry={refetch} /> : <Spinner what="Loading the artist" />
}

function Shown({ artist: saved }: { artist: Artist }) {
  const artist = withoutSamples(saved)
  const origin = useOrigin()
  const { roasters, place } = useBusiness()
  const all = useQuery(works).data?.works ?? []
  const own = all.filter((work) => work.artist._id === artist._id)
  const hung = new Set(own.map(({ picture }) => picture?.src))
  const { main, other } = artist.pictures
  // The wall below shows the others again, with their labels.
  const pictures = { main, other: other.filter(({ facts }) => !facts || !hung.has(facts.src)) }
  const where = `${roasters} in ${place.city}, ${place.state}`
  return (
    <>
      <PageHead
        title={artist.name}
        description={`${artist.name}${artist.title ? `, “${artist.title}”` : ''}, at ${where}.`}
        path={artistPath(artist)}
        picture={artist.pictures.main[0]?.facts ?? null}
        data={[personData(artist, origin), ...wallData(own, origin)]}
        hidden={isBlank({ ...saved, ...saved.pictures })}
      />
      <p className="below-2">
        <Link to="/artshow" className="reach">
          The art show
        </Link>
      </p>
      <PageTitle title={artist.name}>{artist.quote ? <q>{artist.quote}</q> : null}</PageTitle>
      <Featured artist={{ ...artist, pictures }} isOwnPage />
      <Wall works={own} isOwnPage />
    </>
  )
}

/** The artist as a schema.org object. */
function personData(artist: Artist, origin: string): object {
  const links = [instagramUrl(artist.instagram), websiteUrl(artist.website)].filter(Boolean)
  const picture = artist.pictures.main[0]?.facts
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: artist.name,
    url: origin + artistPath(artist),
    ...(picture ? { image: origin + picture.src } : {}),
    ...(links.length > 0 ? { sameAs: links } : {}),
  }
}
