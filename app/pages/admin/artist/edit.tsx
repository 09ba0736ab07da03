import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { artshow } from '#shared/api/artshow.ts'
import { ask, UNCACHED_FORM } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AdminPage, AdminResource } from '../admin-page.tsx'
import { ArtistForm } from './form.tsx'
import { LIST } from './use-artist-form.ts'

/** The page Edit Artist. */
export default function EditArtist() {
  const { id = '' } = useParams()
  const answer = useQuery({ ...ask(artshow.one, { params: { id } }), ...UNCACHED_FORM })
  const reload = async () => {
    const { error } = await answer.refetch()
    if (error) return toast.error(error.message)
    // The pressed button disappears together with its notice, so the focus moves to the heading.
    focusHeading()
  }
  return (
    <AdminPage
      title="Edit Artist"
      heading={answer.data ? `Edit ${answer.data.name}'s Screen` : 'Edit Artist'}
      back={{ to: LIST, title: 'Go Back' }}
      actions={
        answer.data ? (
          <>
            <ButtonLink look="quiet" to={`/admin/record?subject=artist&id=${id}`}>
              Record
            </ButtonLink>
            {answer.data.isFeat ? (
              <ButtonLink look="line" to="/artshow">
                View on the site
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {() => (
        <AdminResource
          answer={answer}
          what="artist"
          gone="There is no such artist. It may have been deleted."
          list={LIST}
        >
          {(artist) => <ArtistForm key={id} artist={artist} reload={() => void reload()} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}
