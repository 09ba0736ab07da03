const MAX_BYTES = 32_000_000
const MAX_FILE = 512_000

/** An LRU cache of small files. Only for files whose content never changes. */
export class RecentFiles {
  #files = new Map<string, Buffer>()
  #bytes = 0

  /** The cached file, or the result of `load`; null is not cached. */
  async read(name: string, load: (name: string) => Promise<Buffer | null>): Promise<Buffer | null> {
    const cached = this.#files.get(name)
    if (cached) {
      // A Map keeps insertion order, so the first entry is always the least recently used.
      this.#files.delete(name)
      this.#files.set(name, cached)
      return cached
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
