/** Updates messages in the query cache after a change, without fetching the whole list again. */
import { refresh } from '#app/platform/api/query.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { StoredMessage, inbox } from '#shared/mail/api/inbox.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { CallError } from '#app/platform/api/call.ts'

/**
 * Returns a function that updates a message in every cached list. A message stays in a list even if its new status does
 * not match the list's filter, so that an answered message does not disappear at once.
 */
export function useUpdateCached(): (message: StoredMessage) => void {
  const client = useQueryClient()
  return (message) => {
    client.setQueriesData<Reply<typeof inbox.list>>({ queryKey: ['messages'] }, (list) => {
      const cached = list?.messages.find(({ _id }) => _id === message._id)
      if (!list || !cached) return list
      const fewer = Number(cached.status === 'new') - Number(message.status === 'new')
      return {
        ...list,
        messages: list.messages.map((each) => (each._id === message._id ? message : each)),
        unanswered: list.unanswered - fewer,
      }
    })
    void refresh(client, 'desk')
  }
}

/** The current message from a 409 response, which means that another admin changed it first. Null for other errors. */
export function currentMessageIn(error: unknown): StoredMessage | null {
  const message = error instanceof CallError && error.failure === 409 ? error.data['letter'] : null
  return (message as StoredMessage | undefined) ?? null
}

/**
 * The name of a message for screen readers. The name is unique on the page even if the sender wrote several messages.
 */
export function nameOf({ name, createdAt }: StoredMessage): string {
  return `the message from ${name}, ${formatDate(createdAt, 'shortDayAndTime')}`
}
