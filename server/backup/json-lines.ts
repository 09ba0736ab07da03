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
