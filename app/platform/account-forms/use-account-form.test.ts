import { expect, it } from 'vitest'
import { EMAIL_TAKEN } from '#shared/people/api/users.ts'
import { CallError } from '../api/call.ts'
import { newPasswordProblemsIn, problemsIn } from './use-account-form.ts'

const fields = new CallError(400, 'Enter a name', { fields: { name: 'Enter a name' } })
const taken = new CallError(400, EMAIL_TAKEN)
const weak = new CallError(400, 'Password must have at least 8 characters')
const lost = new CallError('FETCH_ERROR', 'The shop cannot be reached')

it('shows the problems of fields beside them', () => {
  for (const explain of [problemsIn, newPasswordProblemsIn]) {
    expect(explain(fields)).toEqual({ name: 'Enter a name' })
    expect(explain(taken)).toEqual({ email: 'There is an account with this email. Use another one.' })
  }
})

it('shows a 400 response that names no field at the password, but only in a form with a new password', () => {
  expect(newPasswordProblemsIn(weak)).toEqual({ password: 'Password must have at least 8 characters.' })
  expect(problemsIn(weak)).toEqual({ '': 'Password must have at least 8 characters.' })
})

it('shows any error other than a 400 above the button', () => {
  for (const explain of [problemsIn, newPasswordProblemsIn])
    expect(explain(lost)).toEqual({ '': 'The shop cannot be reached.' })
})
