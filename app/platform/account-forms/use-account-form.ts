/** Sends the account forms and shows the server's errors. */
import { useMutation } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { EMAIL_TAKEN } from '#shared/people/api/users.ts'
import { CallError, fieldsIn } from '../api/call.ts'
import { toast } from '../ui/toast.tsx'
import { useProblems, type Problems } from '../ui/use-problems.ts'

type Sending<Sent, Answer> = {
  /** What to send of the typed form; null if it shows a problem instead. */
  read: (typed: FormData, showProblems: (found: Problems) => void) => Sent | null
  send: (body: Sent) => Promise<Answer>
  onSent?: (answer: Answer) => unknown
  /** Converts an error to problems by field; null if the page shows the error in another way. */
  explain?: (error: Error) => Problems | null
}

/**
 * Sends a form. An error is shown in a toast, and beside its field until that field changes. The key of an error that
 * belongs to no field is the empty string.
 */
export function useAccountForm<Sent, Answer>({
  read,
  send,
  onSent,
  explain = problemsIn,
}: Sending<Sent, Answer>) {
  const ref = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const sending = useMutation({
    mutationFn: send,
    onMutate: () => {
      clear()
      toast.dropErrors()
    },
    onSuccess: onSent,
    onError: (error) => {
      const found = explain(error)
      if (!found) return
      toast.error(error.message)
      showProblems(ref.current, found)
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = read(new FormData(event.currentTarget), (found) => showProblems(ref.current, found))
    if (typed !== null) sending.mutate(typed)
  }
  return { sending, problems, form: { ref, method: 'post', onSubmit, ...events } }
}

/** The problems by field. The key of an error that belongs to no field is the empty string. */
export function problemsIn(error: Error): Problems {
  const fields = fieldsIn(error)
  if (Object.keys(fields).length > 0) return fields
  if (error.message === EMAIL_TAKEN) return { email: 'There is an account with this email. Use another one.' }
  return { '': `${error.message}.` }
}

/**
 * The problems of a form with a new password. A 400 that names no field has one of two reasons: the password is weak or
 * the email is taken. `problemsIn` handles the email, so all other such errors are about the password.
 */
export function newPasswordProblemsIn(error: Error): Problems {
  const { '': message, ...problems } = problemsIn(error)
  if (message === undefined) return problems
  return error instanceof CallError && error.failure === 400 ? { password: message } : { '': message }
}
