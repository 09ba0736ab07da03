import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { users } from '#shared/api/users.ts'
import { CallError } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { Loading } from '../../../ui/bones.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Trouble } from '../../../ui/trouble.tsx'
import { Desk, DeskSkeleton } from '../desk.tsx'
import { useListAddress } from './edit-address.ts'
import { UserForm } from './form.tsx'

/** One user's form (spec section 2, Edit User). */
export default function EditUser() {
  const { id = '' } = useParams()
  const list = useListAddress()
  const answer = useQuery(ask(users.one, { params: { id } }))
  return (
    <Desk
      title="Edit User"
      back={{ to: list, title: 'Go Back' }}
      actions={
        answer.data ? (
          <>
            <ButtonLink look="quiet" to={`/admin/orderlist?user=${id}`}>
              Orders
            </ButtonLink>
            <ButtonLink look="quiet" to={`/admin/record?subject=user&id=${id}`}>
              Record
            </ButtonLink>
          </>
        ) : null
      }
    >
      {(self) => {
        if (answer.data) return <UserForm key={id} user={answer.data} self={self} list={list} />
        if (answer.error instanceof CallError && answer.error.failure === 404) return <Gone list={list} />
        if (answer.isError) return <Trouble error={answer.error} retry={answer.refetch} />
        return (
          <>
            <Loading what="Fetching the user" />
            <DeskSkeleton />
          </>
        )
      }}
    </Desk>
  )
}

function Gone({ list }: { list: string }) {
  return (
    <p>
      There is no such user; the account may have been deleted. <Link to={list}>See the others</Link>
    </p>
  )
}
