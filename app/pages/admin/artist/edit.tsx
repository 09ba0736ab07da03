import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { artshow } from '#shared/api/artshow.ts'
import { ask, UNCACHED_FORM } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AdminPage, DeskOne } from '../admin-page.tsx'
import { ArtistForm } from './form.tsx'
import type { Typed } from './use-artist-form.ts'

const LIST = '/admin/artshowlist'

/** Spec section 2: Edit Artist. */
export default function EditArtist() {
  const { id = '' } = useParams()
  // The form keeps what is typed, so what others save meanwhile must not come in under her hands.
  const answer = useQuery({ ...ask(artshow.one, { params: { id } }), ...UNCACHED_FORM })
  const [openings, setOpenings] = useState(0)
  const [typed, setTyped] = useState<Typed | null>(null)
  const openAnew = async (held: Typed) => {
    const { error } = await answer.refetch()
    if (error) return toast.error(error.message)
    setTyped(held)
    setOpenings((count) => count + 1)
    // The button that was pressed is gone with its form.
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
          {(artist) => (
            <ArtistForm
              key={`${id} ${openings}`}
              artist={artist}
              typed={typed}
              reload={(held) => void openAnew(held)}
            />
          )}
        </DeskOne>
      )}
    </AdminPage>
  )
}
