import { Alert } from '../ui/alert.tsx'
import type { Problems } from '../ui/use-problems.ts'

/** A problem that belongs to no field, such as a failed connection. It is shown until the form is sent again. */
export function FormProblem({ of: problems }: { of: Problems }) {
  return problems[''] ? <Alert tone="danger">{problems['']}</Alert> : null
}
