/** The 23 pictures of the gallery, in order. */
import g01 from '#imagery/photos/gallery_01.jpg?picture'
import g02 from '#imagery/photos/gallery_02.jpg?picture'
import g03 from '#imagery/photos/gallery_03.jpg?picture'
import g04 from '#imagery/photos/gallery_04.jpg?picture'
import g05 from '#imagery/photos/gallery_05.jpg?picture'
import g06 from '#imagery/photos/gallery_06.jpg?picture'
import g07 from '#imagery/photos/gallery_07.jpg?picture'
import g08 from '#imagery/photos/gallery_08.jpg?picture'
import g09 from '#imagery/photos/gallery_09.jpg?picture'
import g10 from '#imagery/photos/gallery_10.jpg?picture'
import g11 from '#imagery/photos/gallery_11.jpg?picture'
import g12 from '#imagery/photos/gallery_12.jpg?picture'
import g13 from '#imagery/photos/gallery_13.jpg?picture'
import g14 from '#imagery/photos/gallery_14.jpg?picture'
import g15 from '#imagery/photos/gallery_15.jpg?picture'
import g16 from '#imagery/photos/gallery_16.jpg?picture'
import g17 from '#imagery/photos/gallery_17.jpg?picture'
import g18 from '#imagery/photos/gallery_18.jpg?picture'
import g19 from '#imagery/photos/gallery_19.jpg?picture'
import g20 from '#imagery/photos/gallery_20.jpg?picture'
import g21 from '#imagery/photos/gallery_21.jpg?picture'
import g22 from '#imagery/photos/gallery_22.jpg?picture'
import g23 from '#imagery/photos/gallery_23.jpg?picture'

export const PICTURES = [
  g01,
  g02,
  g03,
  g04,
  g05,
  g06,
  g07,
  g08,
  g09,
  g10,
  g11,
  g12,
  g13,
  g14,
  g15,
  g16,
  g17,
  g18,
  g19,
  g20,
  g21,
  g22,
  g23,
]
