import { Alert } from '../../ui/alert.tsx'
import type { Problems } from '../../ui/use-problems.ts'

/** What is wrong with no field in particular, such as a shop that cannot be reached. Stays until the next try. */
export function FormProblem({ of: problems }: { of: Problems }) {
  return problems[''] ? <Alert tone="danger">{problems['']}</Alert> : null
}
