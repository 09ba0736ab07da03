import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { capitalized } from '#shared/kernel/counts.ts'
import type { Endpoint, Reply } from '#shared/platform/api/endpoint.ts'
import type { ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import type { Input } from '../../api/call.ts'
import { ask, UNCACHED_FORM } from '../../api/query.ts'
import { focusHeading } from '../../layout/focus-heading.ts'
import { toast } from '../../ui/toast.tsx'
import { AdminPage, AdminResource } from '../admin-page.tsx'
import { AllowedButton } from '../allowed-link.tsx'

/** The id in the address of a form for a resource that does not exist yet. */
export const NEW = 'new'

type Edited<T> = { id: string; answer: UseQueryResult<T> }

/**
 * Requests the resource whose id is in the URL, for its form.
 * @param endpoint the endpoint with the parameter `id`
 * @param blank the values of a new resource, for the id `new`
 * @param refetchOnWindowFocus whether to look for changes of others when the window gets the focus
 */
export function useEdited<E extends Endpoint>(
  endpoint: E,
  { blank, refetchOnWindowFocus = false }: { blank?: Reply<E>; refetchOnWindowFocus?: boolean } = {},
): Edited<Reply<E>> {
  const { id = '' } = useParams()
  const isNew = blank !== undefined && id === NEW
  const query = ask(endpoint, { params: { id } } as unknown as Input<E>)
  const answer = useQuery({
    ...query,
    ...UNCACHED_FORM,
    refetchOnWindowFocus,
    enabled: !isNew && query.enabled,
  })
  return { id, answer: isNew ? ({ ...answer, data: blank } as UseQueryResult<Reply<E>>) : answer }
}

type Props<T> = {
  /** The return value of `useEdited`. */
  edited: Edited<T>
  /** The subject of the resource in the change log. Its words are the name of the resource in texts: 'giftCard', gift card. */
  what: ChangeLogSubject
  /** The name of the resource in texts, if it is not that of its subject. */
  noun?: string
  /** The URL of the list. */
  list: string
  /** The heading, if it is not the title. */
  heading?: string
  /** Links beside the link to the change log. */
  actions?: ReactNode
  /** `reload` fetches the resource again; `self` is the signed-in admin. */
  children: (saved: T, page: { reload: () => void; self: UserInfo }) => ReactNode
}

/** The admin page with the form of one resource. Also shows the loading, error and not-found states. */
export function EditPage<T>({ edited: { id, answer }, what, list, heading, actions, ...rest }: Props<T>) {
  const { noun = wordsOf(what), children } = rest
  const { data } = answer
  const title = `${id === NEW ? 'New' : 'Edit'} ${capitalized(noun)}`
  const reload = async () => {
    const { error } = await answer.refetch()
    if (error) return toast.error(error.message)
    // The pressed button disappears with its notice, so the focus moves to the heading.
    focusHeading()
  }
  return (
    <AdminPage
      title={title}
      heading={heading ?? title}
      back={{ to: list, title: 'Go Back' }}
      actions={
        data === undefined || id === NEW ? null : (
          <>
            <AllowedButton look="quiet" to={`/admin/record?subject=${what}&id=${id}`}>
              Change log
            </AllowedButton>
            {actions}
          </>
        )
      }
    >
      {(self) => (
        <AdminResource
          answer={answer}
          what={noun}
          gone={`There is no such ${noun}. It may have been deleted.`}
          list={list}
        >
          {(saved) => <Fragment key={id}>{children(saved, { reload: () => void reload(), self })}</Fragment>}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function wordsOf(subject: ChangeLogSubject): string {
  return subject.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
