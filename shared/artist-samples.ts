/** What a new artist is filled with. It is there to be written over, and visitors never read it. */

export const SAMPLES = {
  name: 'Sample Name',
  title: 'Sample Title',
  quote: 'Sample Quote',
  script: 'Sample Script',
}

type Texts = Record<keyof typeof SAMPLES, string>

/** The texts that nobody has written over. */
export function samplesIn(texts: Texts): (keyof Texts)[] {
  return (Object.keys(SAMPLES) as (keyof Texts)[]).filter((name) => texts[name].trim() === SAMPLES[name])
}

/** Whether nothing of an artist could be shown: no text of its own, and no picture. */
export function isBlank({ main, other, ...texts }: Texts & { main: unknown[]; other: unknown[] }): boolean {
  const own = withoutSamples(texts)
  return (
    main.length + other.length === 0 && !Object.keys(SAMPLES).some((name) => own[name as keyof Texts].trim())
  )
}

/** The same artist with these texts empty. */
export function withoutSamples<Artist extends Texts>(artist: Artist): Artist {
  return { ...artist, ...Object.fromEntries(samplesIn(artist).map((name) => [name, ''])) }
}
