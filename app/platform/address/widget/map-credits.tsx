import type { MapAddress } from '#shared/checkout/api/maps.ts'

/**
 * The attribution that the map service requires beside its maps, as links. The logo is part of the picture (minimap.tsx).
 * https://docs.mapbox.com/help/dive-deeper/attribution/
 */
export function MapCredits({ links, note }: Pick<MapAddress, 'links' | 'note'>) {
  return (
    <small>
      {note ? `${note}. ` : null}
      {links.map(({ text, url }, index) => (
        <span key={url}>
          {index > 0 ? ' ' : null}
          <a href={url} target="_blank" rel="noreferrer">
            {text}
          </a>
        </span>
      ))}
    </small>
  )
}
