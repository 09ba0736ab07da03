/** Sending the account forms, and showing the server's errors. */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { EMAIL_TAKEN } from '#shared/api/users.ts'
import { CallError, fieldsIn } from '../../api/call.ts'
import { toast } from '../../ui/toast.tsx'
import { useProblems, type Problems } from '../../ui/use-problems.ts'

type Sending<Sent, Answer> = {
  send: (body: Sent) => Promise<Answer>
  onSent?: (answer: Answer) => unknown
  /** The problems by field for an error; null if the form shows the error in another way. */
  explain?: (error: Error) => Problems | null
}

/**
 * Sends a form. An error is shown in a toast, and beside its field until that field changes. An error about no field is
 * under the empty name.
 */
export function useAccountForm<Sent, Answer>({ send, onSent, explain = problemsIn }: Sending<Sent, Answer>) {
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
  return {
    sending,
    problems,
    showProblems: (found: Problems) => showProblems(ref.current, found),
    form: { ref, ...events },
  }
}

/** The problems by field. An error about no field is under the empty name. */
export function problemsIn(error: Error): Problems {
  const fields = fieldsIn(error)
  if (Object.keys(fields).length > 0) return fields
  if (error.message === EMAIL_TAKEN) return { email: 'There is an account with this email. Use another one.' }
  return { '': `${error.message}.` }
}

/**
 * The problems of a form with a new password. The server names no field if the password is weak, and refuses such a form
 * with a 400 without fields for no other reason than this or a taken email.
 */
export function newPasswordProblemsIn(error: Error): Problems {
  const { '': message, ...problems } = problemsIn(error)
  if (message === undefined) return problems
  return error instanceof CallError && error.failure === 400 ? { password: message } : { '': message }
}
