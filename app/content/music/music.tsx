import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import bar from '#imagery/photos/gallery_18.jpg?picture'
import { config } from '#shared/site/api/config.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { contentOf, PageContent } from '#app/platform/site-pages/page-content.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { RecordList } from './record-list.tsx'
import { Playlist } from './playlist.tsx'

/** Never stale, because the setting changes only when the server restarts. */
const musicQuery = { ...ask(config.music, {}), staleTime: Infinity, refetchOnWindowFocus: false }

const content = contentOf('music')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, musicQuery, content)
export const clientLoader = () => askBriefly(musicQuery, content)

/** The playlist. If the owner has not set a playlist, the page shows the sandbox player and its records. */
export default function Music() {
  const { data, error, refetch } = useQuery(musicQuery)
  return (
    <PageContent of="music">
      {({ title, tagline, playlist, description }) => (
        <>
          <PageHead title={title} description={description} path="/music" picture={bar} />
          <PageTitle title={title}>{tagline}</PageTitle>
          {data ? <Playlist playlist={data.playlist} title={playlist} /> : null}
          {data?.playlist.sandbox ? <RecordList /> : null}
          {error ? <LoadError error={error} retry={refetch} /> : null}
        </>
      )}
    </PageContent>
  )
}
