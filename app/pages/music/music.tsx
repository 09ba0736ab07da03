import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import bar from '#imagery/photos/gallery_18.jpg?picture'
import { config } from '#shared/api/config.ts'
import { useBusiness } from '../../api/business.ts'
import { askBriefly, askOnServer } from '../../api/prefetch.ts'
import { ask } from '../../api/query.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RecordList } from './record-list.tsx'
import { Playlist } from './playlist.tsx'

/** Never stale, because the setting changes only when the server restarts. */
const musicQuery = { ...ask(config.music, {}), staleTime: Infinity, refetchOnWindowFocus: false }

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, musicQuery)
export const clientLoader = () => askBriefly(musicQuery)

/** The playlist. If the owner has not set a playlist, the page shows the sandbox player and its records. */
export default function Music() {
  const brand = useBusiness()
  const { data, error, refetch } = useQuery(musicQuery)
  return (
    <>
      <PageHead
        title="Music"
        description={`What plays at ${brand.roasters}, from the first kettle to the last chair.`}
        path="/music"
        picture={bar}
      />
      <PageTitle title="Music">Music is the universal language.</PageTitle>
      {data ? <Playlist playlist={data.playlist} title={brand.music.title} /> : null}
      {data?.playlist.sandbox ? <RecordList /> : null}
      {error ? <LoadError error={error} retry={refetch} /> : null}
    </>
  )
}
