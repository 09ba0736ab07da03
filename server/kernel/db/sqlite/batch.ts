/** Several statements that are sent together and run as one transaction (../all-or-none.ts). */
import type { CompiledQuery, DatabaseConnection } from 'kysely'

export type CompiledStep = { readonly query: CompiledQuery; readonly rows: number | null }

/** A connection that accepts all steps in one message. */
export type BatchConnection = DatabaseConnection & {
  /**
   * Returns the index of the first step that changed a different number of rows than required; null after the commit.
   */
  executeBatch(steps: readonly CompiledStep[]): Promise<number | null>
}
