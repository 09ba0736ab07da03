const MAX_BYTES = 32_000_000
const MAX_FILE = 512_000

/** The small files asked for last, in memory. Only for files whose content never changes. */
export class RecentFiles {
  #files = new Map<string, Buffer>()
  #bytes = 0

  /** The file from memory, or what `load` gives; null is not remembered. */
  async read(name: string, load: (name: string) => Promise<Buffer | null>): Promise<Buffer | null> {
    const known = this.#files.get(name)
    if (known) {
      // A Map keeps the order of insertion: the first entry is always the one not asked for longest.
      this.#files.delete(name)
      this.#files.set(name, known)
      return known
    }
    const loaded = await load(name)
    if (loaded && loaded.length <= MAX_FILE && !this.#files.has(name)) this.#keep(name, loaded)
    return loaded
  }

  #keep(name: string, data: Buffer): void {
    this.#files.set(name, data)
    this.#bytes += data.length
    for (const [oldest, { length }] of this.#files) {
      if (this.#bytes <= MAX_BYTES) return
      this.#files.delete(oldest)
      this.#bytes -= length
    }
  }
}
