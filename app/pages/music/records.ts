import records from '../../../imagery/records.json'

export type Sleeve = 'sunrise' | 'queue' | 'lines' | 'stones' | 'window' | 'arches' | 'rain' | 'moon'

/** An invented record of the sandbox playlist. `hour` is when it plays in the cafe. */
export type Record = {
  hour: string
  title: string
  artist: string
  note: string
  sides: [string, string]
  sleeve: Sleeve
}

export const RECORDS = records as Record[]
