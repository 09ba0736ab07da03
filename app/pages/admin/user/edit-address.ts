import { useLocation } from 'react-router'

const LIST = '/admin/userlist'

/** Opens a user's form, which leads back to the list as it was: its page, its search. */
export function useEditAddress(id: string) {
  const { pathname, search } = useLocation()
  return { to: `/admin/user/${id}/edit`, state: { list: pathname + search } }
}

/** Where the form was opened from; the list's first page when nobody knows. */
export function useListAddress(): string {
  const state = useLocation().state as { list?: unknown } | null
  return typeof state?.list === 'string' && state.list.startsWith(LIST) ? state.list : LIST
}
