import { artshow } from '#shared/catalog/api/artshow.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ArtistForm } from './form.tsx'
import { LIST } from './use-artist-form.ts'

/** The page Edit Artist. */
export default function EditArtist() {
  const edited = useEdited(artshow.one)
  const artist = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="artist"
      list={LIST}
      heading={artist && `Edit ${artist.name}'s Screen`}
      actions={
        artist?.isFeat ? (
          <ButtonLink look="line" to="/artshow">
            View on the site
          </ButtonLink>
        ) : null
      }
    >
      {(saved, { reload }) => <ArtistForm artist={saved} reload={reload} />}
    </EditPage>
  )
}
