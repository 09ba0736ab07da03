/** What the screens know of letters, brought up to date after a change without asking for the whole list. */
import { refresh } from '../../../api/query.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/api/endpoint.ts'
import type { StoredMessage, inbox } from '#shared/api/inbox.ts'
import { formatDate } from '#shared/dates.ts'
import { CallError } from '../../../api/call.ts'

/**
 * Answers a function that puts a letter as it is now into every list that holds it. It stays where it stands, though
 * the list may be narrowed to another status: what one has just answered must not vanish from under the hand.
 */
export function useFreshLetter(): (letter: StoredMessage) => void {
  const client = useQueryClient()
  return (letter) => {
    client.setQueriesData<Reply<typeof inbox.list>>({ queryKey: ['messages'] }, (list) => {
      const known = list?.messages.find(({ _id }) => _id === letter._id)
      if (!list || !known) return list
      const fewer = Number(known.status === 'new') - Number(letter.status === 'new')
      return {
        ...list,
        messages: list.messages.map((each) => (each._id === letter._id ? letter : each)),
        unanswered: list.unanswered - fewer,
      }
    })
    void refresh(client, 'desk')
  }
}

/** The letter as it is now, which comes with the refusal of a change that somebody else was faster with. */
export function letterOf(error: unknown): StoredMessage | null {
  const letter = error instanceof CallError && error.failure === 409 ? error.data['letter'] : null
  return (letter as StoredMessage | undefined) ?? null
}

/** What a letter is called beside others on its page, some of them by the same writer. */
export function calledOf({ name, createdAt }: StoredMessage): string {
  return `the message from ${name}, ${formatDate(createdAt, 'shortDayAndTime')}`
}
