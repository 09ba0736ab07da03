/** The address widget of /shipping, loaded after hydration: the search box and, after a result, the map. */
import type { Address } from '#shared/platform/address.ts'
import { isSameBuilding } from '#shared/platform/address-difference.ts'
import type { MapAddress } from '#shared/checkout/api/maps.ts'
import { toast } from '../../ui/toast.tsx'
import { AddressSearch } from './address-search.tsx'
import { toFormAddress } from './form-address.ts'
import { Minimap } from './minimap.tsx'
import { report } from './report.ts'

export default function AddressFinder({
  typed,
  found,
  onFound,
}: {
  /** The current values of the form. */
  typed: Address
  /** The last result. Its map is shown while the form has the same address. */
  found: MapAddress | null
  onFound: (found: MapAddress) => void
}) {
  const isShown = found !== null && isSameBuilding(toFormAddress(found), typed)
  return (
    <>
      <AddressSearch onFound={onFound} />
      {isShown ? (
        <Minimap
          key={found.full_address}
          at={found.coordinates}
          label={found.address_line1}
          credits={found}
          onMoved={(to) => {
            onFound({ ...found, coordinates: to })
            toast.success('The pin was moved')
            void report(found, { change: { location: to }, label: 'address_minimap' })
          }}
        />
      ) : null}
    </>
  )
}
