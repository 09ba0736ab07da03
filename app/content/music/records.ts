import records from '../../../imagery/records.json'

export type Sleeve = 'sunrise' | 'queue' | 'lines' | 'stones' | 'window' | 'arches' | 'rain' | 'moon'

/** An invented record of the sandbox playlist. `hour` is the time at which the cafe plays it. */
export type CafeRecord = {
  hour: string
  title: string
  artist: string
  note: string
  sides: [string, string]
  sleeve: Sleeve
}

export const RECORDS = records as CafeRecord[]
