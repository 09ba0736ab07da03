/** The sample texts of a new artist. Admins replace them; visitors never see them. */

export const SAMPLES = {
  name: 'Sample Name',
  title: 'Sample Title',
  quote: 'Sample Quote',
  script: 'Sample Script',
}

type Texts = Record<keyof typeof SAMPLES, string>

/** The names of the texts that are still samples. */
export function samplesIn(texts: Texts): (keyof Texts)[] {
  return (Object.keys(SAMPLES) as (keyof Texts)[]).filter((name) => texts[name].trim() === SAMPLES[name])
}

/** Whether an artist has nothing to show: only samples or empty texts, and no picture. */
export function isBlank({ main, other, ...texts }: Texts & { main: unknown[]; other: unknown[] }): boolean {
  const own = withoutSamples(texts)
  return (
    main.length + other.length === 0 && !Object.keys(SAMPLES).some((name) => own[name as keyof Texts].trim())
  )
}

/** The same artist with empty texts instead of samples. */
export function withoutSamples<Artist extends Texts>(artist: Artist): Artist {
  return { ...artist, ...Object.fromEntries(samplesIn(artist).map((name) => [name, ''])) }
}
