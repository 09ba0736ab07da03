/** What was typed into an editor whose thing changed meanwhile: it stays, or stands where it can be copied. */

/** Words that found no place: their place is gone, or somebody else has written there. */
export type LeftOver = { label: string; words: string }

/**
 * What stands in a field, and what was typed there and gives way.
 * @param theirs undefined where there is no such field any more
 */
export function whose(
  before: string,
  mine: string,
  theirs: string | undefined,
): { shown: string; left: string } {
  if (theirs === undefined) return { shown: '', left: mine === before ? '' : mine }
  if (mine === before || mine === theirs) return { shown: theirs, left: '' }
  return theirs === before ? { shown: mine, left: '' } : { shown: theirs, left: mine }
}
