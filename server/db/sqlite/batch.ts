/** Several statements that are handed over at once and stand or fall together (../all-or-none.ts). */
import type { CompiledQuery, DatabaseConnection } from 'kysely'

export type CompiledStep = { readonly query: CompiledQuery; readonly rows: number | null }

/** A connection whose database can take all steps in one message. */
export type BatchConnection = DatabaseConnection & {
  /** Answers the index of the first step that changed another number of rows than it must; null when all is done. */
  executeBatch(steps: readonly CompiledStep[]): Promise<number | null>
}
