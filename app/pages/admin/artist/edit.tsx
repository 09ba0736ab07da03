import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { artshow } from '#shared/api/artshow.ts'
import { ask, UNCACHED_FORM } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AdminPage, DeskOne } from '../admin-page.tsx'
import { ArtistForm } from './form.tsx'
import { LIST } from './use-artist-form.ts'

/** Spec section 2: Edit Artist. */
export default function EditArtist() {
  const { id = '' } = useParams()
  const answer = useQuery({ ...ask(artshow.one, { params: { id } }), ...UNCACHED_FORM })
  const reload = async () => {
    const { error } = await answer.refetch()
    if (error) return toast.error(error.message)
    // The button that was pressed is gone with its notice.
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
                See it as visitors do
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      {() => (
        <DeskOne
          answer={answer}
          what="artist"
          gone="There is no such artist; somebody may have deleted it."
          list={LIST}
        >
          {(artist) => <ArtistForm key={id} artist={artist} reload={() => void reload()} />}
        </DeskOne>
      )}
    </AdminPage>
  )
}
