import { useQueryClient } from '@tanstack/react-query'
import { users, EMAIL_TAKEN, roleOfUser, type UserInfo } from '#shared/people/api/users.ts'
import { fromForm, namesOf, toForm, type FormOf } from '#shared/platform/resources/described.ts'
import { userFields } from '#shared/people/resources/user.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EditPage, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { CallError, call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { signIn } from '#app/platform/session/session.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import type { Bound } from '#app/platform/admin/form/resource-field.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { mergeFields } from '#app/platform/admin/form/use-opened.ts'
import { useListUrl } from './edit-link.ts'

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

/** Name, Email and Is Admin. `self` is the signed-in admin. Admins cannot remove their own admin role. */
function UserForm({ user, self, list }: { user: UserInfo; self: UserInfo; list: string }) {
  const form = useUserForm({ user, self, list })
  const { values, problems } = form
  const isSelf = user._id === self._id
  return (
    <ResourceForm what="user" form={form}>
      <ResourceFields
        of={userFields}
        names={['name', 'email']}
        form={form}
        hints={{ email: emailHint(isSelf) }}
      />
      {needsPassword(user, values.email) ? (
        <OwnPassword bound={form.register('currentPassword')} problem={problems.currentPassword} />
      ) : null}
      <CheckField
        label={userFields.isAdmin.label}
        checked={values.isAdmin}
        disabled={isSelf && user.isAdmin}
        hint={roleHint(user, isSelf)}
        onChange={(event) => form.change({ isAdmin: event.target.checked })}
      />
    </ResourceForm>
  )
}

/**
 * Whether the signed-in admin must enter their own password. It is required to change an admin's email address, because a
 * new password can be set with a link sent to that address.
 */
function needsPassword(user: UserInfo, email: string): boolean {
  return roleOfUser(user) !== null && email !== user.email
}

type OwnPasswordProps = { bound: Bound; problem: string | undefined }

/** The password of the admin who makes the change. */
function OwnPassword({ bound, problem }: OwnPasswordProps) {
  return (
    <PasswordField
      {...bound}
      label="Your password"
      autoComplete="current-password"
      hint="To change the email of a member of staff, enter your current password."
      problem={problem}
      data-missing="Enter your password."
      required
    />
  )
}

function emailHint(isSelf: boolean): string {
  const who = isSelf ? 'you' : 'this user'
  return `After a change, ${who} must sign in again everywhere, with the new email.`
}

function roleHint(user: UserInfo, isSelf: boolean): string {
  if (isSelf && user.isAdmin)
    return 'You cannot remove your own admin role, because the shop always needs an admin. Another admin can remove it.'
  if (user.isAdmin)
    return 'Without it, this user is signed out immediately and can no longer open the admin pages.'
  return 'Admins see and change everything here: orders, products, users, the menu and the art show. The password of the account stays, but passkeys, the authenticator app and saved payment methods are removed. If you are not sure who registered it, send an invitation under Staff instead.'
}

/** The password is not merged and is not part of the draft. */
type Values = FormOf<typeof userFields> & { currentPassword: string }

const NAMES = namesOf(userFields)

function useUserForm({ user, self, list }: { user: UserInfo; self: UserInfo; list: string }) {
  const client = useQueryClient()
  return useEditForm<Values, UserInfo>({
    draft: `user:${user._id}`,
    latest: { values: { ...toForm(userFields, user), currentPassword: '' } },
    names: NAMES,
    mergeOnArrival: ({ mine, ...three }) => {
      const result = mergeFields<Values>(NAMES, (name) => labelOf(name))({ mine, ...three })
      return { ...result, values: { ...result.values, currentPassword: mine.currentPassword } }
    },
    fields: userFields,
    list,
    send: ({ currentPassword, ...values }) => {
      const edit = { userId: user._id, ...fromForm(userFields, values) }
      const body = needsPassword(user, values.email) ? { ...edit, currentPassword } : edit
      return call(users.update, { params: { id: user._id }, body })
    },
    onSaved: async (saved) => {
      toast.success('User updated successfully')
      if (saved._id === self._id) signIn(saved)
      await refresh(client, 'users', 'orders')
    },
    problemsIn,
  })
}

function labelOf(name: keyof Values): string {
  return name === 'currentPassword' ? 'Your password' : userFields[name].label
}

/** The problems by field, for errors that name no field. */
function problemsIn(error: Error): Problems | null {
  if (error.message === EMAIL_TAKEN) return { email: 'Another account has this email.' }
  if (error instanceof CallError && error.data.needs === 'currentPassword')
    return { currentPassword: `${error.message}.` }
  return null
}
