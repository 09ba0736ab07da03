import { useLocation } from 'react-router'

const LIST = '/admin/userlist'

/** The link to a user's form. The form's Back link returns to the list with the same page and search. */
export function useEditLink(id: string) {
  const { pathname, search } = useLocation()
  return { to: `/admin/user/${id}/edit`, state: { list: pathname + search } }
}

/** The URL of the list from which the form was opened. The list's first page if that is unknown. */
export function useListUrl(): string {
  const state = useLocation().state as { list?: unknown } | null
  return typeof state?.list === 'string' && state.list.startsWith(LIST) ? state.list : LIST
}
