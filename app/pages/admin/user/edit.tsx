import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { users } from '#shared/api/users.ts'
import { ask } from '../../../api/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { AdminPage, AdminResource } from '../admin-page.tsx'
import { useListUrl } from './edit-link.ts'
import { UserForm } from './form.tsx'

/** The page Edit User. */
export default function EditUser() {
  const { id = '' } = useParams()
  const list = useListUrl()
  const answer = useQuery(ask(users.one, { params: { id } }))
  return (
    <AdminPage
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
      {(self) => (
        <AdminResource
          answer={answer}
          what="user"
          gone="There is no such user; the account may have been deleted."
          list={list}
        >
          {(user) => <UserForm key={id} user={user} self={self} list={list} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}
