/** The description of a product in short. */

/** For cards: the first sentence, or the first line if it ends before; at most 90 characters, which are five lines there. */
export function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return shortened(/^.*?[.!?](?=\s)/.exec(line)?.[0] ?? line, 90)
}

/** The start of a text, cut after a whole word; by default as much as search engines show of a description. */
export function shortened(text: string, length = 155): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const end = line.lastIndexOf(' ', length)
  return `${line.slice(0, end > 0 ? end : length)} …`
}
