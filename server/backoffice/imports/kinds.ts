import type { ImportKind } from '#shared/backoffice/api/imports.ts'
import { customers } from './customers.ts'
import type { Kind } from './kind.ts'
import { products } from './products.ts'

/** Each kind reads only the data that it wrote itself. */
export function kindOf(kind: ImportKind): Kind<unknown> {
  return (kind === 'customers' ? customers : products) as Kind<unknown>
}
