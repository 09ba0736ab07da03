import { useState, type ChangeEvent, type RefObject } from 'react'
import { fieldsIn } from '#app/platform/api/call.ts'
import { saveGuest, useGuest, type GuestDetails } from '#app/platform/session/guest.ts'
import { focusFirst } from '#app/platform/ui/use-problems.ts'

type Problems = Partial<Record<keyof GuestDetails, string>>

export type GuestForm = ReturnType<typeof useGuestForm>

/** The state of a guest's name and email at the checkout. Every change is stored, so that a reload loses nothing. */
export function useGuestForm(formRef: RefObject<HTMLFormElement | null>) {
  const values = useGuest() ?? { name: '', email: '' }
  const [problems, setProblems] = useState<Problems>({})

  /** Shows problems and focuses the first field that has one. Returns false if there are none. */
  const show = (found: Problems): boolean => {
    setProblems(found)
    focusFirst(formRef.current, found)
    return Object.keys(found).length > 0
  }

  const bind = (name: keyof GuestDetails) => ({
    name,
    value: values[name],
    problem: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      saveGuest({ ...values, [name]: target.value })
      setProblems(({ [name]: _changed, ...others }) => others)
    },
  })

  /** Whether name and email can be sent. If not, shows what is missing. */
  const check = (): boolean => {
    const found: Problems = {}
    if (!values.name.trim()) found.name = 'Enter your name'
    // The server has the exact rule.
    if (!/^[^\s@]+@[^\s@.]+\.\S+$/.test(values.email.trim()))
      found.email = 'Enter your email, such as ada@example.com'
    return !show(found)
  }

  /** Shows the server's problems with name and email. Returns false if the error is about something else. */
  const showRefusal = (error: Error): boolean => {
    const { 'guest.name': name, 'guest.email': email } = fieldsIn(error)
    return show({ ...(name ? { name } : {}), ...(email ? { email } : {}) })
  }

  return { bind, check, showRefusal }
}
