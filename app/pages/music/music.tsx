import bar from '#imagery/photos/gallery_18.jpg?picture'
import { brand } from '#shared/brand.ts'
import { playlistId } from '#shared/playlist.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { HouseList } from './house-list.tsx'
import { Playlist } from './playlist.tsx'

const PLAYLIST = playlistId(brand.music.playlist)

/** What plays in the house: a playlist where the owner has one, the house's own list where not. */
export default function Music() {
  return (
    <>
      <PageHead
        title="Music"
        description={`What plays at ${brand.roasters}, from the first kettle to the last chair.`}
        path="/music"
        picture={bar}
      />
      <PageTitle title="Music">Music is the universal language.</PageTitle>
      {PLAYLIST ? <Playlist id={PLAYLIST} title={brand.music.title} /> : <HouseList />}
    </>
  )
}
