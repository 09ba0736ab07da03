/** The house's list. The records are invented; the hours are not. */

export type Sleeve = 'sunrise' | 'queue' | 'lines' | 'stones' | 'window' | 'arches' | 'rain' | 'moon'

export type Record = {
  hour: string
  title: string
  artist: string
  note: string
  sides: [string, string]
  sleeve: Sleeve
}

export const RECORDS: Record[] = [
  {
    hour: '6:30 am',
    title: 'Before the Door',
    artist: 'The Kettle Hours',
    note: 'Upright piano, felt on the strings. The grinder is still asleep.',
    sides: ['First Light, Left Window', 'Chairs Down'],
    sleeve: 'sunrise',
  },
  {
    hour: '8:00 am',
    title: 'Nine in Line',
    artist: 'Clara Oduya Quintet',
    note: 'Brushes and a walking bass, a little ahead of the beat, like everybody else.',
    sides: ['To Go, Please', 'Exact Change'],
    sleeve: 'queue',
  },
  {
    hour: '9:30 am',
    title: 'Second Cup',
    artist: 'Paulo Sereno',
    note: 'Nylon strings and a voice close to the microphone. The hurry is over.',
    sides: ['Stay a While', 'Sugar, No'],
    sleeve: 'lines',
  },
  {
    hour: '11:00 am',
    title: 'Small Balance',
    artist: 'Mirror & Lathe',
    note: 'Marimba, clarinet, patience. For those who write at the long table.',
    sides: ['Five Stones', 'Margin Notes'],
    sleeve: 'stones',
  },
  {
    hour: '12:45 pm',
    title: 'Sun on the Counter',
    artist: 'Los Domingos',
    note: 'Trumpet and congas at the volume of a conversation.',
    sides: ['La Ventana', 'Bread Knife Bolero'],
    sleeve: 'window',
  },
  {
    hour: '2:30 pm',
    title: 'Three Doors Down',
    artist: 'Idris Vale',
    note: 'Organ trio, warm as the roaster next door. The drum turns at the same speed.',
    sides: ['First Crack', 'Cooling Tray'],
    sleeve: 'arches',
  },
  {
    hour: '4:00 pm',
    title: 'Weather for Umbrellas',
    artist: 'Nell & the Slow Trains',
    note: 'Pedal steel and rain on the awning. Nobody minds missing the bus.',
    sides: ['Wet Coats', 'One More, Then Home'],
    sleeve: 'rain',
  },
  {
    hour: '4:55 pm',
    title: 'Night Frame',
    artist: 'Aya Lindqvist',
    note: 'Solo cello. The last cup is decaf, and the lights go out one by one.',
    sides: ['Chairs Up', 'Key in the Lock'],
    sleeve: 'moon',
  },
]
