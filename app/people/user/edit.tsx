import { users } from '#shared/people/api/users.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { useListUrl } from './edit-link.ts'
import { UserForm } from './form.tsx'

/** The page Edit User. */
export default function EditUser() {
  const list = useListUrl()
  const edited = useEdited(users.one, { refetchOnWindowFocus: true })
  return (
    <EditPage
      edited={edited}
      what="user"
      list={list}
      actions={
        <ButtonLink look="quiet" to={`/admin/orderlist?user=${edited.id}`}>
          Orders
        </ButtonLink>
      }
    >
      {(user, { self }) => <UserForm user={user} self={self} list={list} />}
    </EditPage>
  )
}
