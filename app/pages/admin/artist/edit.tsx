import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { artshow } from '#shared/api/artshow.ts'
import { ask } from '../../../api/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Desk, DeskOne } from '../desk.tsx'
import { ArtistForm } from './form.tsx'

const LIST = '/admin/artshowlist'

/** Spec section 2: Edit Artist. */
export default function EditArtist() {
  const { id = '' } = useParams()
  // The form keeps what is typed, so what others save meanwhile must not come in under her hands.
  const answer = useQuery({ ...ask(artshow.one, { params: { id } }), refetchOnWindowFocus: false })
  const [openings, setOpenings] = useState(0)
  const openAnew = async () => {
    const { error } = await answer.refetch()
    if (error) toast.error(error.message)
    else setOpenings((count) => count + 1)
  }
  return (
    <Desk
      title="Edit Artist"
      heading={answer.data ? `Edit ${answer.data.name}'s Screen` : 'Edit Artist'}
      back={{ to: LIST, title: 'Go Back' }}
      actions={
        answer.data?.isFeat ? (
          <ButtonLink look="line" to="/artshow">
            See it as visitors do
          </ButtonLink>
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
          {(artist) => (
            <ArtistForm key={`${id} ${openings}`} artist={artist} reload={() => void openAnew()} />
          )}
        </DeskOne>
      )}
    </Desk>
  )
}
