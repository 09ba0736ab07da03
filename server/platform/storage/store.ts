/** Where the files of uploaded pictures are stored. A file name contains a content hash, so a file never changes. */

/** A stored file: name, size in bytes and time of writing. */
export type Stored = { name: string; bytes: number; at: Date }

export type Store = {
  /** Description of the place for the terminal. */
  where: string
  /** Stores files; when it resolves, they survive a power failure. Throws a refusal with 507 or 503. */
  put(files: readonly [name: string, data: Buffer][]): Promise<void>
  /** Reads a file. Null if there is no such file. Throws a refusal with 503 if the store cannot be reached. */
  get(name: string): Promise<Buffer | null>
  /** Removes files. Files that do not exist count as removed. */
  remove(names: readonly string[]): Promise<void>
  list(): AsyncIterable<Stored>
}
