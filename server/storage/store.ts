/** Where the files of uploaded pictures lie. The shop knows them by name; names hold a hash, so no file ever changes. */

/** A file as it is found in the store: which, how large, and since when. */
export type Stored = { name: string; bytes: number; at: Date }

export type Store = {
  /** In words for the terminal. */
  where: string
  /** Keeps files; when it resolves they would survive a power cut. Refuses with 507 or 503 in words. */
  put(files: readonly [name: string, data: Buffer][]): Promise<void>
  /** Null when there is no such file. Refuses with 503 when nobody can tell. */
  get(name: string): Promise<Buffer | null>
  /** What is not there counts as removed. */
  remove(names: readonly string[]): Promise<void>
  list(): AsyncIterable<Stored>
}
