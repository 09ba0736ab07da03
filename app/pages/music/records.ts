import records from '../../../imagery/records.json'

export type Sleeve = 'sunrise' | 'queue' | 'lines' | 'stones' | 'window' | 'arches' | 'rain' | 'moon'

/** A record of the shop's own list. The records are invented; the hours are not. */
export type Record = {
  hour: string
  title: string
  artist: string
  note: string
  sides: [string, string]
  sleeve: Sleeve
}

export const RECORDS = records as Record[]
