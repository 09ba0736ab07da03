import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { artshow } from '#shared/api/artshow.ts'
import { ask } from '../../../api/query.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Trouble } from '../../../ui/trouble.tsx'
import { Desk } from '../desk.tsx'
import { ArtistForm } from './form.tsx'

/** Spec section 2: Edit Artist. */
export default function EditArtist() {
  const { id = '' } = useParams()
  const { data } = useQuery({ ...ask(artshow.one, { params: { id } }), enabled: false })
  return (
    <Desk
      title="Edit Artist"
      heading={data ? `Edit ${data.name}'s Screen` : 'Edit Artist'}
      back={{ to: '/admin/artshowlist', title: 'Go Back' }}
    >
      {() => <Fetched id={id} />}
    </Desk>
  )
}

function Fetched({ id }: { id: string }) {
  // The form keeps what is typed, so what others save meanwhile must not come in under her hands.
  const answer = useQuery({ ...ask(artshow.one, { params: { id } }), refetchOnWindowFocus: false })
  if (answer.isPending) return <Spinner what="Fetching the artist" />
  if (answer.isError) return <Trouble error={answer.error} retry={answer.refetch} />
  return <ArtistForm key={answer.data._id} artist={answer.data} reload={() => answer.refetch()} />
}
