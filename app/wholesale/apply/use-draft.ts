/** Keeps what an applicant types at the shop, so that the application can be finished later and on another device. */
import { useEffect, useState } from 'react'
import { fromForm } from '#shared/platform/resources/described.ts'
import { applications } from '#shared/wholesale/api/applications.ts'
import { applicationFields, type ApplicationForm } from '#shared/wholesale/resources/application.ts'
import { call, CallError, isConflict } from '#app/platform/api/call.ts'

/** How long nothing is typed before it is saved, and how long after a failure, in milliseconds. */
const PAUSE = 1200
const RETRY = 6000

/** Saves the values when nothing was typed for a moment. */
export function useDraft(token: string, version: number, values: ApplicationForm) {
  const typed = JSON.stringify(values)
  const [saved, setSaved] = useState(typed)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [inTurn] = useState(() => turnsFrom(version))
  const isConflicting = isConflict(failure)

  useEffect(() => {
    if (typed === saved || isConflicting) return
    const data = fromForm(applicationFields, JSON.parse(typed) as ApplicationForm)
    // A weight that is not a number yet.
    if (Object.values(data).some((value) => Number.isNaN(value))) return
    const save = async () => {
      try {
        await inTurn((on) => call(applications.saveDraft, { body: { token, version: on, data } }))
        setSaved(typed)
        setFailure(null)
      } catch (error) {
        if (error instanceof CallError) setFailure(error)
      }
    }
    const timer = setTimeout(() => void save(), failure ? RETRY : PAUSE)
    return () => clearTimeout(timer)
  }, [typed, saved, failure, isConflicting, token, inTurn])

  return { isSaved: typed === saved, failure, isConflicting, inTurn }
}

/** Sends requests one after another, each with the version that the one before returned. */
function turnsFrom(first: number) {
  let version = first
  let last: Promise<unknown> = Promise.resolve()
  return <T extends { version: number }>(send: (on: number) => Promise<T>): Promise<T> => {
    const before = last
    const sending = (async () => {
      await before.catch(() => undefined)
      const answer = await send(version)
      version = answer.version
      return answer
    })()
    last = sending
    return sending
  }
}
