import { useLocation } from 'react-router'

const LIST = '/admin/userlist'

/** The link to a user's form. The form's link back keeps the page and the search of the list. */
export function useEditAddress(id: string) {
  const { pathname, search } = useLocation()
  return { to: `/admin/user/${id}/edit`, state: { list: pathname + search } }
}

/** The URL of the list that the form was opened from; its first page if unknown. */
export function useListAddress(): string {
  const state = useLocation().state as { list?: unknown } | null
  return typeof state?.list === 'string' && state.list.startsWith(LIST) ? state.list : LIST
}
