/** The address widget of /shipping as one piece, fetched when that page is alive: search box and, once found, the map. */
import type { Address } from '#shared/address.ts'
import type { MapAddress } from '#shared/api/maps.ts'
import { toast } from '../../ui/toast.tsx'
import { AddressSearch } from './address-search.tsx'
import { isSameDoor, toFormAddress } from './form-address.ts'
import { Minimap } from './minimap.tsx'
import { report } from './report.ts'

export default function AddressFinder({
  typed,
  found,
  onFound,
}: {
  /** What stands in the form. */
  typed: Address
  /** What was last found; its map is shown while the form still says so. */
  found: MapAddress | null
  onFound: (found: MapAddress) => void
}) {
  const isShown = found !== null && isSameDoor(toFormAddress(found), typed)
  return (
    <>
      <AddressSearch onFound={onFound} />
      {isShown ? (
        <Minimap
          key={found.full_address}
          at={found.coordinates}
          label={found.address_line1}
          attribution={found.attribution}
          onMoved={(to) => {
            onFound({ ...found, coordinates: to })
            toast.success('The pin is where you put it')
            void report(found, { change: { location: to }, label: 'address_minimap' })
          }}
        />
      ) : null}
    </>
  )
}
