/** An error of SQLite, from the main thread or from the writer thread. */
export class SqliteError extends Error {
  override name = 'SqliteError'
  /** Node's error code; `ERR_SQLITE_ERROR` for all errors that SQLite reports. */
  readonly code: string
  /** SQLite's extended result code (2067 unique, 1555 primary key, 787 foreign key, 275 check); 0 for other errors. */
  readonly errcode: number
  /** The statement that failed, without its parameters. */
  readonly sql: string | undefined

  constructor(message: string, code: string, errcode = 0, sql?: string) {
    super(message)
    this.code = code
    this.errcode = errcode
    this.sql = sql
  }
}

/** An error in a message between the threads; a cloned Error would lose its codes. */
export type WireError = readonly [message: string, code: string, errcode: number]

export function toWire(thrown: unknown): WireError {
  if (!(thrown instanceof Error)) return [String(thrown), 'ERR_SQLITE', 0]
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'ERR_SQLITE'
  const errcode = 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode : 0
  return [thrown.message, code, errcode]
}
