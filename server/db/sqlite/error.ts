/** An error of the SQLite side, the same whether it arose on the main thread or in the one that writes. */
export class SqliteError extends Error {
  override name = 'SqliteError'
  /** Node's code, `ERR_SQLITE_ERROR` for everything SQLite itself reports. */
  readonly code: string
  /** SQLite's extended result code (2067 unique, 1555 primary key, 787 foreign key, 275 check); 0 if not SQLite's. */
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

/** An error as it is sent between the threads, where a copy of an Error would lose its codes. */
export type WireError = readonly [message: string, code: string, errcode: number]

export function toWire(thrown: unknown): WireError {
  if (!(thrown instanceof Error)) return [String(thrown), 'ERR_SQLITE', 0]
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'ERR_SQLITE'
  const errcode = 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode : 0
  return [thrown.message, code, errcode]
}
