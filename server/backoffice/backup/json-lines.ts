/** Parses a stream of JSON lines. (`readline` would also break lines at U+2028.) */
export async function* fromJsonLines<T>(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as T
  }
}

/**
 * Splits a stream of JSON lines into texts of whole lines, each of at least `batchBytes` bytes except the last one. Every
 * line ends with a line feed.
 */
export async function* wholeLines(
  bytes: AsyncIterable<Uint8Array>,
  batchBytes: number,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    parts.push(chunk)
    size += chunk.length
    if (size < batchBytes) continue
    const all = Buffer.concat(parts)
    const end = all.lastIndexOf('\n') + 1
    if (end > 0) yield all.toString('utf8', 0, end)
    parts = [all.subarray(end)]
    size = all.length - end
  }
  if (size > 0) yield Buffer.concat(parts).toString()
}
